"""What the gallery of visible things (`/_ui`, development only) shows: each macro in each state. Made-up values."""

from dataclasses import dataclass

SHAPES = (
    ("supports", "Supports"),
    ("background-only", "Background only"),
    ("does-not-transfer", "Does not transfer"),
    ("contradicts", "Contradicts"),
    ("cannot-tell", "Cannot tell"),
    ("block", "Blocks submission"),
    ("promise", "Needs an answer or a promise"),
    ("promised", "Promised"),
    ("waived", "Waived"),
    ("warn", "Warning"),
    ("note", "Note"),
    ("done", "Complete"),
    ("in-progress", "In progress"),
    ("not-started", "Not started"),
    ("not-checked", "Not checked"),
    ("draft", "Draft"),
    ("submitted", "Submitted"),
)
FORMATS = (("bf16", "BF16"), ("fp8", "FP8"), ("4-bit", "4-bit, bitsandbytes"))


@dataclass(frozen=True, slots=True)
class SampleField:
    """The values that a field's macro reads."""

    id: str
    name: str
    label: str
    hint: str = ""
    value: str = ""
    values: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    unit: str = ""
    errors: tuple[str, ...] = ()
    width: str = ""
    autocomplete: str = ""


@dataclass(frozen=True, slots=True)
class SampleFinding:
    """The values that a finding's macro reads."""

    severity: str
    status: str
    headline: str
    why: str
    remedy: str
    rule: str
    public_source: str = ""
    waived_words: str = ""


@dataclass(frozen=True, slots=True)
class SampleTask:
    """The values that one line of a task list reads."""

    id: str
    label: str
    href: str
    hint: str
    token: str
    words: str


@dataclass(frozen=True, slots=True)
class Gallery:
    """The whole page."""

    shapes: tuple[tuple[str, str], ...]
    fields: tuple[tuple[str, SampleField], ...]
    findings: tuple[tuple[SampleFinding, str], ...]
    tasks: tuple[SampleTask, ...]


def gallery() -> Gallery:
    """Return the samples."""
    return Gallery(shapes=SHAPES, fields=tuple(_fields()), findings=_findings(), tasks=_tasks())


def _fields() -> list[tuple[str, SampleField]]:
    kinds = ("text_input", "date_input", "textarea", "select", "radios", "checkboxes", "file_input", "password_input")
    return [(kind, field) for kind in kinds for field in _states(kind)]


def _states(kind: str) -> tuple[SampleField, ...]:
    choices = FORMATS if kind in {"select", "radios", "checkboxes"} else ()
    unit = "tokens" if kind == "text_input" else ""
    width = "10" if kind in {"text_input", "date_input"} else ""
    name = kind.replace("_", "-")
    filled = "bf16" if choices else "2026-12-20" if kind == "date_input" else "65536"
    return (
        SampleField(f"{name}.empty", f"{name}.empty", f"Empty {name}", "What the answer is for.", choices=choices),
        SampleField(
            f"{name}.filled", f"{name}.filled", f"Filled {name}", "", filled, (filled,), choices, unit, (), width, "off"
        ),
        SampleField(
            f"{name}.wrong",
            f"{name}.wrong",
            f"Refused {name}",
            "What the answer is for.",
            "<b>12k</b>",
            ("<b>12k</b>",),
            choices,
            unit,
            ("This cannot be read. Give one number, for example 65536.",),
            width,
        ),
    )


def _findings() -> tuple[tuple[SampleFinding, str], ...]:
    headline, why = "The sequence length comes from a publication.", "It was measured on somebody else's task."
    kinds = (
        ("block", "open"),
        ("promise", "open"),
        ("promise", "promised"),
        ("warn", "open"),
        ("warn", "waived"),
        ("note", "open"),
        ("block", "cannot-tell"),
    )
    return tuple(
        (
            SampleFinding(
                severity,
                status,
                headline,
                why,
                "Measure your own rollouts.",
                "EN-06",
                "page, line 11",
                "Waived by Elif until 31 January 2027: it is measured in the first week." if status == "waived" else "",
            ),
            "#text-input.filled" if n % 2 else "",
        )
        for n, (severity, status) in enumerate(kinds)
    )


def _tasks() -> tuple[SampleTask, ...]:
    return (
        SampleTask("model", "Model and checkpoint", "#main", "Qwen/Qwen3.8-27B, BF16", "done", "Complete"),
        SampleTask("training", "Training and serving", "#main", "No format is named", "block", "Blocks submission"),
        SampleTask("cases", "Cases", "#main", "Promised for 20 December", "promised", "Promised"),
        SampleTask("timing", "Timing and deployment", "", "", "not-started", "Not started"),
    )
