"""Memory that a plan takes at least, against what the devices have."""

from app.infra.charts import Entry, ledger_of, scale_to
from app.inquiries.pages.figures.parts import GIB, Head, Part, Table, in_words
from app.rules.budget.hardware import memory_of, width_of
from app.rules.facts import Facts
from app.rules.sizes import BYTES, parameters_of

KEY_AND_VALUE, CACHE_BYTES = 2, 2
TITLE = "Memory against the devices"
MISSING = ("Activations, scores of words, buffers and fragments come on top: this is a lower bound.",)


def memory_part(facts: Facts) -> Part:
    """Return what weights, training state and contexts take at least; rollouts and training may share devices."""
    found = {
        "Weights and training state": (_training(facts), _source_of_size(facts)),
        "Weights for rollouts": (_weights(facts), _source_of_size(facts)),
        "Keys and values of all rollouts at once": (_cache(facts), "Measured" if facts.measured.checkpoint else ""),
    }
    memory = memory_of(facts)
    usable = None if memory is None else memory.usable
    rows: list[tuple[str, float | None, str]] = [
        (label, amount, source if amount is not None else "") for label, (amount, source) in found.items()
    ]
    rows.append(("Usable memory of all devices", usable, "" if usable is None else "Assumed, as planned"))
    heads = (Head("What"), Head("At least", "bytes"), Head("Where it is from"))
    table = Table("Memory", heads, tuple(rows))
    entries = [
        Entry(label, amount / GIB, in_words(amount, "bytes"), source == "Measured")
        for label, (amount, source) in found.items()
        if amount is not None
    ]
    if not entries:
        said = "How large the checkpoint is stands neither on record nor in a file: attach its config and index."
        return Part("memory", TITLE, (said,), table=table)
    total = GIB * sum(entry.amount for entry in entries)
    scale = scale_to(max(total, usable or 0) / GIB, lambda value: f"{value:,.4g} GiB")
    limit = None if usable is None else scale.limit(usable / GIB, f"usable {in_words(usable, 'bytes')}")
    return Part(
        id="memory",
        title=TITLE,
        said=(_against(total, usable),),
        chart=ledger_of(entries, scale, limit),
        alt="What each part takes at least; outlined ones rest on a publication and not on your files.",
        table=table,
        missing=MISSING,
    )


def _against(total: float, usable: float | None) -> str:
    said = f"Held at the same time, all of this takes at least {in_words(total, 'bytes')}."
    if usable is None:
        return f"{said} Devices and their memory are not given."
    verb = "have" if total <= usable else "have only"
    return f"{said} The devices {verb} {in_words(usable, 'bytes')} that can be used."


def _source_of_size(facts: Facts) -> str:
    record = facts.registry.checkpoint(facts.answers.text("checkpoint.repository"))
    return "Published" if record and record.parameters is not None else "Measured"


def _training(facts: Facts) -> float | None:
    parameters, width = parameters_of(facts), width_of(facts)
    return None if parameters is None or width is None else float(parameters * width)


def _weights(facts: Facts) -> float | None:
    answers, parameters = facts.answers, parameters_of(facts)
    width = BYTES.get(answers.text("rollout_checkpoint.format") or answers.text("checkpoint.format"))
    return None if parameters is None or width is None else float(parameters * width)


def _cache(facts: Facts) -> float | None:
    files, answers = facts.measured.checkpoint, facts.answers
    at_once, length = answers.number("rollout.concurrency"), answers.number("environment.sequence_length")
    if files is None or at_once is None or length is None:
        return None
    layers, heads, width = files.full_attention_layers, files.kv_heads, files.head_dimension
    if layers is None or heads is None or width is None:
        return None
    return float(KEY_AND_VALUE * layers * heads * width * CACHE_BYTES * length * at_once)
