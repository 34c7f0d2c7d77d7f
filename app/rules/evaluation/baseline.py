"""Whose baseline it is: a run of the untouched checkpoint, and of exactly the one that is to be tuned."""

from collections.abc import Iterator

from app.rules.evaluation.words import rows_unknown
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.measured import RunFacts
from app.rules.saying import listed

PROVIDERS = ("hf/", "huggingface/", "vllm/", "sglang/", "openai/", "together/", "hosted_vllm/", "local/")
PARTS = (("repository", "checkpoint"), ("revision", "revision"))


def baseline_is_untuned(facts: Facts) -> Iterator[Said]:
    """EV-01: without a run of the untouched checkpoint no gain can be shown."""
    answers = facts.answers
    if answers.lacks("baseline.files"):
        yield Said(
            "baseline.files",
            "No run of the untouched checkpoint is uploaded. Without it nobody can tell what the tuning changed.",
            "Upload the rows of a run of the untouched checkpoint on the held-out tasks.",
            seen(answers, "baseline.files"),
        )
    if answers.flag("baseline.untuned") is not True and "baseline.untuned" not in answers.unreadable:
        yield Said(
            "baseline.untuned",
            "The baseline is not said to be of the untouched checkpoint. A tuned baseline hides what this pilot adds.",
            "Measure the checkpoint as published, and say so.",
            seen(answers, "baseline.untuned"),
        )


def baseline_is_this_checkpoint(facts: Facts) -> Iterator[Said]:
    """EV-02: the baseline was measured on exactly the checkpoint that is to be tuned."""
    answers = facts.answers
    for part, what in PARTS:
        measured, wanted = answers.text(f"baseline.{part}"), answers.text(f"checkpoint.{part}")
        if measured and wanted and measured != wanted and _bare(measured) != _bare(wanted):
            yield Said(
                f"baseline.{part}",
                f"The baseline was measured on the {what} “{measured}”, and the pilot is about “{wanted}”. "
                "A baseline of something else says nothing about this one.",
                "Correct whichever of the two answers is mistaken, or measure the checkpoint that is to be tuned.",
                seen(answers, f"baseline.{part}", f"checkpoint.{part}"),
            )
    runs = facts.measured.runs
    if runs is None:
        yield rows_unknown(facts, "Whether the rows are of this checkpoint")
        return
    yield from _rows_of_another(facts, runs)
    yield from _rows_without_a_name(facts, runs)


def _rows_of_another(facts: Facts, runs: RunFacts) -> Iterator[Said]:
    repository = _bare(facts.answers.text("checkpoint.repository"))
    revision = _bare(facts.answers.text("checkpoint.revision"))
    others = sorted(name for name in runs.model_names if repository and _bare(name) != repository and _is_exact(name))
    others += sorted(name for name in runs.model_revisions if revision and _bare(name) != revision)
    if others:
        named = listed([f"“{name}”" for name in others])
        of_another = "which is not" if len(others) == 1 else "none of which is"
        yield Said(
            "baseline.files",
            f"The rows of the baseline name {named}, {of_another} the checkpoint that the pilot is about. "
            "A baseline of something else says nothing about this one.",
            "Upload the rows of a run of exactly this repository and revision.",
            {**seen(facts.answers, "checkpoint.repository", "checkpoint.revision"), "rows": others},
        )


def _rows_without_a_name(facts: Facts, runs: RunFacts) -> Iterator[Said]:
    aliases = sorted(name for name in runs.model_names if not _is_exact(name))
    unnamed = {
        "repository": bool(aliases) or not runs.model_names,
        "revision": not runs.model_revisions,
    }
    for part, what in PARTS:
        if unnamed[part] and facts.answers.lacks(f"baseline.{part}"):
            instead = f", only “{aliases[0]}”" if aliases and part == "repository" else ""
            yield Said(
                f"baseline.{part}",
                f"The rows of the baseline do not name the exact {what}{instead}, and neither does the inquiry. "
                "So the baseline is not shown to be of this checkpoint.",
                "Say which repository and which commit the server had loaded.",
                {**seen(facts.answers, f"baseline.{part}"), "rows": aliases},
            )


def _is_exact(name: str) -> bool:
    owner, slash, rest = _bare(name).partition("/")
    return bool(owner and slash and rest) and "/" not in rest


def _bare(name: str) -> str:
    """Drop a provider's prefix, and the case of a revision, neither of which makes another checkpoint."""
    if name.startswith(PROVIDERS):
        rest = name.partition("/")[2]
        return rest if "/" in rest else name
    return name if "/" in name else name.lower()
