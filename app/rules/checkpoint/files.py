"""What the checkpoint's own files say: number format, end tokens, size, quantisation."""

from collections.abc import Iterator, Mapping

from app.rules.checkpoint.doubt import cannot_tell
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.measured import CheckpointFiles
from app.rules.sizes import BYTES, parameters_of
from app.rules.thresholds import THRESHOLDS
from app.rules.tokens import FORMAT_WORDS

NUMBERS = {"bfloat16": "bf16", "float16": "fp16", "half": "fp16"}  # as config.json writes them
UNQUANTISED = frozenset({"bf16", "fp16"})
NOT_NUMBERS = frozenset({"gguf", "other"})  # config.json cannot say whether it is one of these
NO_FILES = "The checkpoint's own files are not on hand"


def numbers_are_as_said(facts: Facts) -> Iterator[Said]:
    """CK-09: config.json states in which numbers the weights are stored."""
    answers, files = facts.answers, facts.measured.checkpoint
    given = answers.text("checkpoint.format")
    if not given or given in NOT_NUMBERS:
        return
    inputs = {**seen(answers, "checkpoint.format"), "config.json": files and files.dtype}
    if files is None or not files.dtype:
        why = NO_FILES if files is None else "The checkpoint's config.json states no number format"
        whether = f"the weights are stored as {FORMAT_WORDS.get(given, given)}"
        yield cannot_tell("checkpoint.format", why, inputs, whether=whether)
    elif not _agrees(given, files):
        yield Said(
            "checkpoint.format",
            f"You give the format {FORMAT_WORDS.get(given, given)}, and config.json says {files.dtype}. The file may "
            "be another one than is meant.",
            "Find out where the file comes from, and correct the format or take the right file.",
            inputs,
        )


def _agrees(given: str, files: CheckpointFiles) -> bool:
    """Whether the format can be stored in these numbers; quantised weights carry the numbers that they compute in."""
    if given not in UNQUANTISED and files.quantisation:
        return True
    said = files.dtype.removeprefix("torch.").casefold()
    return given == NUMBERS.get(said, "fp8" if said.startswith("float8") else said)


def end_tokens_agree(facts: Facts) -> Iterator[Said]:
    """CK-10: files that name different end tokens let the engine stop elsewhere than the trainer."""
    files = facts.measured.checkpoint
    repository = facts.answers.text("checkpoint.repository")
    if not repository:
        return
    pairs = _comparable(files.end_tokens) if files else []
    inputs = {
        "checkpoint.repository": repository,
        "end tokens": [[file, sorted(ends)] for p in pairs for file, ends in p],
    }
    for (one, here), (other, there) in pairs:
        if here != there:
            yield Said(
                "checkpoint.repository",
                f"{one} ends an answer at {_tokens(here)}, {other} at {_tokens(there)}. Answers then stop at different "
                "places in training, rollouts and serving.",
                "Decide which end tokens hold, correct the files, and record it.",
                inputs,
            )
            return
    if not pairs:
        why = "Fewer than two of the files that name end tokens are on hand"
        yield cannot_tell("checkpoint.repository", why, inputs, whether="they agree on where an answer ends")


Named = tuple[str, frozenset[str]]


def _comparable(files: Mapping[str, frozenset[str]]) -> list[tuple[Named, Named]]:
    """Pair each file with the first one that also names its end tokens by number, or also by word."""
    pairs: list[tuple[Named, Named]] = []
    for are_numbers in (True, False):
        named = [(name, _of_sort(files[name], are_numbers=are_numbers)) for name in sorted(files)]
        named = [(name, tokens) for name, tokens in named if tokens]
        pairs.extend((named[0], other) for other in named[1:])
    return pairs


def _of_sort(tokens: frozenset[str], *, are_numbers: bool) -> frozenset[str]:
    return frozenset(token for token in tokens if token.isdecimal() is are_numbers)


def _tokens(tokens: frozenset[str]) -> str:
    return ", ".join(sorted(tokens))


def size_fits_the_format(facts: Facts) -> Iterator[Said]:
    """CK-15: the size of the files is the number of parameters times the bytes of one."""
    answers, files = facts.answers, facts.measured.checkpoint
    given = answers.text("checkpoint.format")
    if not given:
        return
    size = files.total_size if files else None
    parameters, width = parameters_of(facts), BYTES.get(given)
    inputs = {**seen(answers, "checkpoint.format"), "bytes": size, "parameters": parameters}
    if size is None or parameters is None or width is None:
        why = (
            "The index of the weights is not on hand" if size is None else "How large the files should be is not known"
        )
        yield cannot_tell("checkpoint.format", why, inputs, whether="their size fits the format")
        return
    declared = parameters * width
    if abs(size - declared) > THRESHOLDS.size_tolerance * declared:
        yield Said(
            "checkpoint.format",
            f"{parameters:,} parameters in {FORMAT_WORDS[given]} take {declared:,.0f} bytes, and the index says "
            f"{size:,}. The files hold something else than is described.",
            "Check which files these are, and correct the format or take the right ones.",
            inputs,
        )


def bf16_is_not_quantised(facts: Facts) -> Iterator[Said]:
    """CK-16: a file with quantisation settings is no BF16 checkpoint, whatever it is called."""
    answers, files = facts.answers, facts.measured.checkpoint
    if answers.text("checkpoint.format") != "bf16":
        return
    inputs = {**seen(answers, "checkpoint.format"), "quantisation": files and files.quantisation}
    if files is None:
        yield cannot_tell("checkpoint.format", NO_FILES, inputs, whether="they are quantised")
    elif files.quantisation:
        yield Said(
            "checkpoint.format",
            f"You give the format BF16, and config.json holds quantisation settings ({files.quantisation}). A "
            "quantised file is another checkpoint than the official BF16 one.",
            "Use the official BF16 checkpoint, or correct the format.",
            inputs,
        )
