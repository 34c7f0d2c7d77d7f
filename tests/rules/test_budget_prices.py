import pytest

from app.inquiries.fields.currencies import MINOR_DIGITS
from app.rules.budget.money import money_of
from app.rules.facts import Answers
from app.rules.finding import Gate, Severity
from app.rules.measured import Measured, RunFacts
from tests.rules.examples import SOUND, facts, finding, opened, row, said, stop

TURNS, SHARE = "environment.max_turns", "budget.cached_share"
LINE = "budget.evaluation"
PRICED = {
    "success.checkpoints_evaluated": 5,
    "data.held_out_tasks": 200,
    "success.runs": 3,
    "success.attempts": None,
    "baseline.cost_total": 12_000,
    "baseline.tasks": 200,
    "baseline.attempts_per_task": 3,
    LINE: 60_000,
}  # 20 cents an attempt


@pytest.mark.parametrize(("turns", "fields"), [(0, []), (1, []), (2, [SHARE]), (40, [SHARE])])
def test_bg_09_wants_the_cached_share_where_there_are_turns(turns: int, fields: list[str]) -> None:
    assert opened("BG-09", {SHARE: None, TURNS: turns}) == fields
    assert said("BG-09", {SHARE: 0, TURNS: turns}) == []


def test_bg_09_says_how_many_turns_there_are() -> None:
    found = finding("BG-09", {SHARE: None, TURNS: 1250})
    assert found.message.startswith("A rollout has up to 1,250 turns, each of which reads all before it again, ")
    assert found.inputs == {SHARE: None, TURNS: 1250}


def test_bg_09_cannot_tell_without_turns() -> None:
    assert said("BG-09", {SHARE: None, TURNS: None}) == [(TURNS, "cannot-tell")]
    assert said("BG-09", {TURNS: None}) == []
    assert said("BG-09", {SHARE: None}, unreadable=frozenset({TURNS})) == []
    assert said("BG-09", unreadable=frozenset({SHARE})) == []


def test_bg_17_wants_every_checkpoint_to_be_paid_for() -> None:
    assert said("BG-17", PRICED) == []
    found = finding("BG-17", {**PRICED, LINE: 59_999})
    assert (found.field, str(found.status)) == (LINE, "open")
    assert found.message == (
        "5 checkpoints on 200 tasks, 3 times each, cost USD 600.00 at what an attempt of the baseline cost, and the "
        "line for evaluation is USD 599.99. What is not priced is left out when money is short, and then nothing was "
        "shown."
    )
    assert (found.inputs["attempts"], found.inputs["needed"], found.inputs[LINE]) == (600, 60_000, 59_999)


@pytest.mark.parametrize(
    "more",
    [
        {"success.checkpoints_evaluated": 6},
        {"data.held_out_tasks": 201},
        {"success.runs": 4},
        {"baseline.cost_total": 12_001},
        {"baseline.tasks": 199},
        {"baseline.attempts_per_task": 2},
    ],
)
def test_bg_17_counts_each_of_what_it_reads(more: dict[str, object]) -> None:
    assert opened("BG-17", {**PRICED, **more}) == [LINE]


@pytest.mark.parametrize(
    ("runs", "attempts", "needed"), [(3, 1, 60_000), (None, 2, 40_000), (None, None, 20_000), (0, 4, 80_000)]
)
def test_bg_17_repeats_by_runs_else_by_attempts(runs: int | None, attempts: int | None, needed: int) -> None:
    repeats = {"success.runs": runs, "success.attempts": attempts}
    assert said("BG-17", {**PRICED, **repeats, LINE: needed}) == []
    assert opened("BG-17", {**PRICED, **repeats, LINE: needed - 1}) == [LINE]


def test_bg_17_counts_the_attempts_of_the_rows() -> None:
    runs = Measured(runs=RunFacts(300, 100, 100, 200, 0))
    assert finding("BG-17", PRICED, measured=runs).inputs["attempts"] == 300
    untyped = {**PRICED, "baseline.tasks": None, "baseline.attempts_per_task": None}
    assert opened("BG-17", untyped, measured=runs) == [LINE]
    assert said("BG-17", untyped, measured=Measured(runs=RunFacts(600, 200, 100, 500, 0))) == []
    assert said("BG-17", PRICED, measured=Measured(runs=RunFacts(0, 0, 0, 0, 0))) == []


def test_bg_17_finds_a_line_of_nothing() -> None:
    unknown = {**PRICED, LINE: 0, "baseline.cost_total": None}
    found = finding("BG-17", unknown)
    assert (found.field, str(found.status)) == (LINE, "open")
    assert found.message.startswith("5 checkpoints are evaluated, and the line for evaluation is 0. ")
    assert said("BG-17", {**PRICED, LINE: 0, "success.checkpoints_evaluated": 0}) == []


@pytest.mark.parametrize(
    "name",
    [
        "success.checkpoints_evaluated",
        "data.held_out_tasks",
        "baseline.cost_total",
        "baseline.tasks",
        "baseline.attempts_per_task",
    ],
)
def test_bg_17_cannot_tell_without_each_of_what_it_reads(name: str) -> None:
    assert said("BG-17", {**PRICED, name: None}) == [(name, "cannot-tell")]
    assert said("BG-17", {**PRICED, LINE: 1}, unreadable=frozenset({name})) == []


def test_bg_17_names_the_first_that_is_missing() -> None:
    found = finding("BG-17", {**PRICED, "success.checkpoints_evaluated": None, "baseline.cost_total": None})
    assert found.field == "success.checkpoints_evaluated"
    assert "because it is not said how many checkpoints are evaluated. " in found.message
    assert found.inputs["baseline.cost_total"] is None


def test_bg_17_leaves_an_empty_line_and_odd_repeats_to_others() -> None:
    assert said("BG-17", {**PRICED, LINE: None}) == []
    for name in ("success.runs", "success.attempts"):
        assert said("BG-17", {**PRICED, LINE: 1}, unreadable=frozenset({name})) == []


def test_bg_05_finds_amounts_that_are_assumed() -> None:
    sources = "budget.sources"
    assert said("BG-05") == []
    sound = row(training="measured", rollout="quoted", evaluation="published")
    assert said("BG-05", {sources: sound}) == []
    found = finding("BG-05", {sources: row(training="assumed", rollout="quoted", contingency="assumed")})
    assert found.field == sources
    assert found.message.startswith("What is planned for training and contingency is an assumption. ")
    assert found.inputs == {sources: {"training": "assumed", "rollout": "quoted", "contingency": "assumed"}}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("training", "training"),
        ("rollout", "rollouts"),
        ("evaluation", "evaluation"),
        ("verification", "verification"),
        ("contingency", "contingency"),
    ],
)
def test_bg_05_looks_at_each_line(line: str, words: str) -> None:
    found = finding("BG-05", {"budget.sources": row(**{line: "assumed"})})
    assert found.message.startswith(f"What is planned for {words} is an assumption. ")


@pytest.mark.parametrize(
    ("on_cap", "raised_by", "fields"),
    [
        ("pause", None, ["budget.raised_by"]),
        ("pause", "CFO", []),
        ("stop", None, []),
        ("ask", None, []),
        (None, None, []),
    ],
)
def test_bg_18_wants_a_name_where_the_pilot_pauses(
    on_cap: str | None, raised_by: str | None, fields: list[str]
) -> None:
    assert opened("BG-18", {"budget.on_cap": on_cap, "budget.raised_by": raised_by}) == fields


def test_bg_18_leaves_alone_what_cannot_be_read() -> None:
    paused = {"budget.on_cap": "pause"}
    assert said("BG-18", paused, unreadable=frozenset({"budget.raised_by"})) == []
    assert finding("BG-18", {**paused, "budget.raised_by": None}).inputs == {**paused, "budget.raised_by": None}


def test_bg_02_says_by_how_much_the_lines_are_over() -> None:
    lines = {"budget.training": 6_000_000, "budget.rollout": 0, LINE: 0, "budget.verification": 0}
    found = finding("BG-02", {**lines, "budget.contingency": 1})
    assert found.message.startswith(
        "The lines add up to USD 60,000.01, contingency included, and the cap is USD 60,000.00. "
    )
    assert found.inputs["budget.contingency"] == 1


@pytest.mark.parametrize(
    ("currency", "words"), [("KWD", "KWD 60,000.001"), ("ISK", "ISK 60,000,001"), ("", "600,000.01")]
)
def test_bg_02_writes_minor_units_as_the_currency_has_them(currency: str, words: str) -> None:
    lines: dict[str, object] = dict.fromkeys(("budget.rollout", LINE, "budget.verification", "budget.contingency"))
    amounts = {"budget.training": 60_000_001, "budget.cap": 60_000_000, "budget.maximum": None}
    found = finding("BG-02", {**lines, **amounts, "budget.currency": currency})
    assert found.message.startswith(f"The lines add up to {words}, ")


@pytest.mark.parametrize("currency", sorted(MINOR_DIGITS))
def test_amounts_have_the_digits_with_which_they_were_read(currency: str) -> None:
    amount = money_of(facts({"budget.currency": currency}))(1_000_000)
    assert amount.partition(".")[2] == "0" * MINOR_DIGITS[currency]


def test_bg_03_says_whether_an_amount_or_its_reason_is_missing() -> None:
    assert finding("BG-03", {"budget.rollout": None}).message.startswith("There is no amount for rollouts. ")
    assert finding("BG-03", {"budget.rollout": 0}).message.startswith("The amount for rollouts is 0, and no reason ")
    assert opened("BG-03", {"budget.rollout": 0, "budget.reasons": row(training="own cluster")}) == ["budget.rollout"]
    odd = Answers({}, frozenset({"rollout"}))
    assert opened("BG-03", {"budget.rollout": 0, "budget.reasons": odd}) == []


def test_bg_10_names_what_nothing_stops_and_what_a_condition_lacks() -> None:
    assert finding("BG-10", {"budget.stop_conditions": SOUND["budget.stop_conditions"][2:]}).message.startswith(
        "No condition stops the pilot for quality that falls and training that diverges. "
    )
    begun = row(covers="time", metric="hours")
    found = finding("BG-10", {"budget.stop_conditions": (begun, *SOUND["budget.stop_conditions"])})
    assert found.field == "budget.stop_conditions.0"
    assert found.message.startswith("This condition does not say the threshold, what is done and who acts. ")
    assert found.inputs == {"budget.stop_conditions.0": {"covers": "time", "metric": "hours"}}


def test_bg_10_passes_over_blank_rows_and_takes_what_cannot_be_read_as_given() -> None:
    whole = SOUND["budget.stop_conditions"]
    cells = {key: value for key, value in stop("time").values.items() if key != "threshold"}
    assert opened("BG-10", {"budget.stop_conditions": (row(), *whole)}) == []
    assert opened("BG-10", {"budget.stop_conditions": (*whole, Answers(cells, frozenset({"threshold"})))}) == []
    lost = Answers({}, frozenset({"metric"}))
    assert opened("BG-10", {"budget.stop_conditions": (*whole, lost)}) == ["budget.stop_conditions.5"]


def test_bg_10_is_covered_by_a_promise_only_at_submission() -> None:
    none = {"budget.stop_conditions": None}
    assert finding("BG-10", none).severity is Severity.PROMISE
    assert finding("BG-10", none, gate=Gate.COMMIT).severity is Severity.BLOCK
