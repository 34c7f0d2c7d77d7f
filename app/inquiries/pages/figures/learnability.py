"""Tasks from those that always fail to those that always pass: only the ones between teach a group method anything."""

from fractions import Fraction

from app.infra.charts import Column, columns_of, scale_to
from app.inquiries.pages.figures.basis import Basis
from app.inquiries.pages.figures.parts import Head, Part, Table, in_words

TITLE = "Which tasks can teach"
BINS = 5  # of the tasks between
FAIL, PASS = "always fail", "always pass"


def learnability_part(basis: Basis) -> Part:
    """Return the map of tasks by their share of accepted attempts."""
    cells = [tuple(cell) for cell in basis.figures.get("histogram") or ()]
    runs = basis.facts.measured.runs
    if not cells or runs is None:
        return Part("tasks", TITLE, ("Rows with several attempts at a task show which tasks lie between.",))
    counts = _counts(cells)
    tasks = sum(counts.values())
    between = tasks - counts[FAIL] - counts[PASS]
    size = basis.facts.answers.number("training.group_size")
    said = [f"{between:,} of {tasks:,} tasks lie between: {counts[FAIL]:,} always fail, {counts[PASS]:,} always pass."]
    if runs.informative is not None and size:
        share = in_words(runs.informative, "share")
        said.append(f"In groups of {size:,.0f}, {share} are expected to hold both verdicts; the others teach nothing.")
    scale = scale_to(max(counts.values()), lambda value: f"{value:,.0f}")
    columns = [Column(_short(label), count, is_marked=label in {FAIL, PASS}) for label, count in counts.items()]
    return Part(
        id="tasks",
        title=TITLE,
        said=tuple(said),
        chart=columns_of(
            columns, scale, names="Tasks by share of accepted attempts, in per cent", marked="nothing to learn"
        ),
        alt="Tasks from those that always fail, on the left, to those that always pass, on the right.",
        table=Table(
            "Tasks by share of accepted attempts",
            (Head("Accepted"), Head("Tasks", "count"), Head("Of all", "share")),
            tuple((label, count, count / tasks) for label, count in counts.items()),
        ),
        missing=_few(runs.attempts),
    )


def _counts(cells: list[tuple[int, ...]]) -> dict[str, int]:
    names = [f"{100 * n // BINS} to {100 * (n + 1) // BINS} %" for n in range(BINS)]
    counts = dict.fromkeys([FAIL, *names, PASS], 0)
    for attempts, accepted, tasks in cells:
        if accepted == 0:
            counts[FAIL] += tasks
        elif accepted == attempts:
            counts[PASS] += tasks
        else:
            counts[names[int(Fraction(accepted, attempts) * BINS)]] += tasks
    return counts


def _short(label: str) -> str:
    return label.removesuffix(" %").replace(" to ", "-")


def _few(attempts: tuple[int, int]) -> tuple[str, ...]:
    if attempts[1] <= 1:
        return ("Each task was tried once, so a task that fails now may pass another time.",)
    return ()
