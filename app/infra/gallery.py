"""What the gallery of visible things (`/_ui`, development only) shows: each macro in each state. Made-up values."""

from dataclasses import dataclass

from app.infra.charts import (
    Axes,
    Column,
    Columns,
    Curve,
    Entry,
    Ledger,
    Span,
    Spans,
    columns_of,
    curve_of,
    ledger_of,
    scale_to,
    spans_of,
)

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
    charts: tuple[tuple[str, Spans | Columns | Ledger | Curve], ...]


def gallery() -> Gallery:
    """Return the samples."""
    return Gallery(shapes=SHAPES, fields=tuple(_fields()), findings=_findings(), tasks=_tasks(), charts=_charts())


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


def _charts() -> tuple[tuple[str, Spans | Columns | Ledger | Curve], ...]:
    share = scale_to(1.0, lambda value: f"{100 * value:g} %", whole=1.0)
    money, tasks = (scale_to(most, lambda value: f"{value:,.0f}") for most in (50, 400))
    spans = [Span("With both ends", 0.4, 0.3, 0.5), Span("Without an upper end", 0.7, 0.6, None)]
    spans += [Span("Without an interval", 0.2, None, None), Span("Not known", None, None, None)]
    columns = [Column("none", 12, is_marked=True), Column("some", 30), Column("most", 0), Column("all", 4)]
    entries = [Entry("Training", 20, "EUR 20"), Entry("Rollouts", 22, "EUR 22", is_firm=False)]
    axes = Axes(tasks, share, "Tasks", "Smallest gain")
    curve = [(n, min(1.0, 4 / n**0.5)) for n in range(16, 400, 8)]
    return (
        ("Intervals", spans_of(spans, share, share.limit(0.55, "target 55 %"))),
        ("Columns", columns_of(columns, tasks, names="Tasks", marked="nothing to learn")),
        ("Within the limit", ledger_of(entries, money, money.limit(46, "cap EUR 46"))),
        ("Above the limit", ledger_of(entries, money, money.limit(30, "cap EUR 30"))),
        ("Curve", curve_of(curve, axes, here=(200, 0.28), here_words="here", level=share.limit(0.5, "wanted"))),
    )
