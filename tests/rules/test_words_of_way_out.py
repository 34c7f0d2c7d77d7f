"""The ways out of many refusals, with the example answers that prove them, as `words/WO.txt` keeps them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from itertools import product
from typing import Any

from app.rules.checklist import evaluate
from app.rules.facts import Answers, Facts
from app.rules.finding import Gate
from app.rules.measured import NOTHING_MEASURED, CheckpointFiles, Measured, OverlapFacts
from app.rules.way_out import way_out
from app.rules.way_out.changing import changed
from app.rules.way_out.mending import MENDS
from app.rules.way_out.supplying import SUPPLIES, supply_of
from tests.rules import test_words_of_evaluation as evaluation
from tests.rules import test_words_of_reward_and_budget as reward_and_budget
from tests.rules import test_words_of_scope as scope
from tests.rules.examples import KIND, LARGE, OLDER, RUNS, SOUND, facts, ran, registry, row
from tests.rules.wording import kept

Change = Mapping[str, Any]
OTHERS: tuple[Change, ...] = (
    {"checkpoint.repository": LARGE.id},
    {"checkpoint.revision": "main"},
    {"checkpoint.revision": "main", "baseline.revision": None},
    {"checkpoint.format": "fp8"},
    {"checkpoint.licence_uses": (row(use="training", decision="refused", by="Legal"),)},
    {"checkpoint.licence_uses": (row(use="training", decision="permitted"),)},
    {"training.update": "qlora"},
    {"training.max_trainer_tokens": 100},
    {"environment.sequence_length": 10**9},
    {"environment.sequence_length_source": "published"},
    {"environment.image": "latest"},
    {"environment.tools": (row(name="various"),)},
    {"environment.network_agent": "open", "environment.answers_visible": "yes"},
    {"environment.reset": "shared", "environment.later_history_visible": "yes"},
    {"evidence": (row(claim="paper-2t", used_for="rl-result"), row(claim="nobody's", used_for="background"))},
    {"evidence": (row(claim="card-27b"),)},
    {"verifier.place": "same-box", "verifier.kind": "judge"},
)
TRIED: tuple[Change, ...] = (
    *({name: None} for name in SOUND),
    *evaluation.CHANGED,
    *(changes for changes, _ in (*reward_and_budget.REWARD, *reward_and_budget.BUDGET, *scope.TRIALS)),
    *OTHERS,
)

# what rules may ask to mend, tried whether it is wrong or not
MENDED: Mapping[str, tuple[str, ...]] = {
    "CK-01": ("checkpoint.revision", "rollout_checkpoint.revision", "baseline.revision"),
    "CK-02": ("checkpoint.repository",),
    "CK-04": ("checkpoint.licence", "checkpoint.licence_uses"),
    "CK-06": ("checkpoint.format", "checkpoint.training_formats"),
    "CK-11": ("rollout.chat_template_sha256",),
    "CK-19": ("checkpoint.format", "model.family", "model.version", "kind"),
    "EV-02": ("baseline.repository", "baseline.revision"),
    "EV-03": ("success.sampling",),
    "EV-05": ("data.held_out_tasks",),
    "EV-10": ("baseline.no_verdict_policy", "baseline.files"),
    "EN-08": ("environment.sequence_length", "environment.sequence_length_source"),
    "EN-02": ("environment.tools", "environment.tools.0"),
    "BG-02": ("budget.cap", "budget.maximum"),
    "BG-03": ("budget.training", "budget.rollout"),
    "BG-04": ("timing.finish_by", "rollout.concurrency"),
    "BG-19": ("timing.latest_start", "timing.finish_by"),
}
HALF_READ = Answers({"temperature": 1}, frozenset({"top_p"}))
DIFFERENT: tuple[Change, ...] = (
    {},
    {"checkpoint.repository": None},
    {"checkpoint.repository": LARGE.id, "checkpoint.revision": None},
    {"checkpoint.repository": "nobody/Unheard-of", "checkpoint.format": None},
    {"rollout_checkpoint.repository": LARGE.id, "kind": None},
    {"checkpoint.format": "fp8", "success.minimum_gain": 0.01},
    {"success.minimum_gain": 0.009, "kind": "nothing-known"},
    {
        "checkpoint.chat_template_sha256": "12" * 32,
        "rollout.chat_template_sha256": "34" * 32,
        "baseline.chat_template_sha256": "56" * 32,
    },
    {"success.sampling": Answers({"seed": 7}, frozenset({"top_k"})), "baseline.sampling": HALF_READ},
    {"success.sampling": Answers({"top_p": 0.5}), "baseline.sampling": HALF_READ},
    {"checkpoint.chat_template_sha256": None, "baseline.chat_template_sha256": "cd" * 32},
    {"checkpoint.chat_template_sha256": None, "rollout.chat_template_sha256": None},
    dict.fromkeys(f"{part}.chat_template_sha256" for part in ("checkpoint", "rollout", "baseline")),
    {"training.max_trainer_tokens": 5},
    {"training.max_trainer_tokens": None},
    {"checkpoint.repository": None, "training.max_trainer_tokens": None},
    {"budget.cap": None},
    {"budget.cap": None, "budget.maximum": None},
    {"budget.cap": None, "budget.maximum": 99_000_000},
    {"budget.cap": 1, "budget.training": 0, "budget.minimum": 9_999},
    {"budget.cap": None, **dict.fromkeys(f"budget.{line}" for line in ("training", "rollout", "minimum", "maximum"))},
    {"timing.latest_start": None},
    {"timing.earliest_start": None},
    {"timing.earliest_start": None, "timing.latest_start": None},
    {"timing.earliest_start": date(2020, 1, 1), "timing.latest_start": date(2020, 2, 2)},
    {"timing.latest_start": date(2030, 1, 1), "rollout.concurrency": 3, "training.steps": 977},
    {"rollout.concurrency": None, "training.prompts_per_step": 7, "training.group_size": 11},
    {"rollout.concurrency": 0, "training.prompts_per_step": None},
    {"rollout.concurrency": 5, "training.group_size": None, "training.steps": None},
    *({f"environment.{name}_limit_s": 86_400} for name in ("boot", "agent", "verifier")),
    *({f"environment.{name}_limit_s": None, "training.steps": 5_000} for name in ("boot", "agent", "verifier")),
)
FILES = (NOTHING_MEASURED, Measured(checkpoint=CheckpointFiles(context_length=100)))


def plain(value: Any) -> Any:  # noqa: ANN401  an answer of any type
    """Return an answer as JSON has it; a row says what could not be read in it."""
    if isinstance(value, Answers):
        unreadable = {"unreadable": sorted(value.unreadable)} if value.unreadable else {}
        return {**value.values, **unreadable}
    return list(value) if isinstance(value, (tuple, frozenset)) else str(value)


def asked() -> Iterator[tuple[Gate, Change, Facts]]:
    """Yield every change that is tried, at both gates."""
    for change in TRIED:
        for gate in Gate:
            yield gate, change, facts(change, gate=gate)
    for rows in evaluation.MEASURED:
        typed = {**evaluation.TIMES, **evaluation.PRICED}
        yield Gate.COMMIT, rows, facts(typed, gate=Gate.COMMIT, measured=ran(**rows))


def ways() -> Iterator[str]:
    """Yield a line for each answer of each way out."""
    for gate, change, inquiry in asked():
        way = way_out(inquiry)
        for step in way.steps:
            example = json.dumps(way.example[step.field], default=plain, ensure_ascii=False, sort_keys=True)
            about = f"{step.field} {step.promise or ''} {step.supply.by}, {step.supply.cost}"
            yield f"{gate} {'+'.join(change)}: {about} for {', '.join(step.rules)}: {example}"


def mends() -> Iterator[str]:
    """Yield what each rule's mend answers where the rule refuses."""
    for _, _, inquiry in asked():
        for rule, field in found(inquiry):
            change = MENDS[rule](inquiry, field)
            yield f"{rule} {field}: {json.dumps(dict(change), default=plain, ensure_ascii=False, sort_keys=True)}"
    for change, files in product(DIFFERENT, FILES):
        for rule, field in ((rule, field) for rule, fields in MENDED.items() for field in fields):
            given = MENDS[rule](facts(change, measured=files), field)
            yield f"{rule} {field}: {json.dumps(dict(given), default=plain, ensure_ascii=False, sort_keys=True)}"


def found(inquiry: Facts) -> Iterator[tuple[str, str]]:
    """Yield rule and field of what refuses."""
    for finding in evaluate(inquiry, input_digest="").findings:
        if finding.refuses:
            yield finding.rule, finding.field


def test_the_ways_out_are_those_that_were_agreed() -> None:
    assert sorted(set(ways())) == kept("WO")


def test_each_mend_is_the_one_that_was_agreed() -> None:
    assert sorted(set(mends())) == kept("MENDS")


def test_who_supplies_what_is_as_agreed() -> None:
    assert [f"{name}: {supply_of(name).by}, {supply_of(name).cost}" for name in sorted(SUPPLIES)] == kept("SUPPLIES")


def test_what_was_read_of_files_that_are_replaced_is_forgotten_and_nothing_else() -> None:
    runs, overlap, files = RUNS, OverlapFacts(1), CheckpointFiles(dtype="bf16")
    read = facts({}, measured=Measured(runs, files, overlap))

    def left(field: str) -> tuple[bool, bool, bool]:
        found = changed(read, {field: ()}).measured
        return found.runs is runs, found.overlap is overlap, found.checkpoint is files

    assert left("baseline.tasks") == (True, True, True)
    assert left("baseline.files") == (False, True, True)
    assert left("data.overlap_check") == (True, False, True)
    assert left("checkpoint.repository") == (True, True, False)


def test_a_section_that_is_taken_away_takes_what_cannot_be_read_in_it_along() -> None:
    lost = facts({}, unreadable=frozenset({"budget", "budget.cap", "timing.finish_by"}))
    assert changed(lost, {"budget": None}).answers.unreadable == {"timing.finish_by"}
    assert changed(lost, {"budget": 1}).answers.unreadable == {"budget.cap", "timing.finish_by"}
    assert changed(lost, {"budget.cap": 1}).answers.unreadable == {"budget", "timing.finish_by"}


def test_the_usual_checkpoint_of_a_kind_is_the_one_it_names_or_the_first_of_its_family_and_size() -> None:
    def usual(**changes: Any) -> Any:  # noqa: ANN401  passed on
        kinds = {KIND.id: replace(KIND, **changes)}
        asked = facts({"kind": KIND.id}, known=replace(registry(), kinds=kinds))
        return MENDS["CK-02"](asked, "checkpoint.repository")["checkpoint.repository"]

    assert usual(checkpoint_to_train=LARGE.id) == LARGE.repository
    assert usual(usual_checkpoint=LARGE.id) == LARGE.repository
    assert usual(checkpoint_to_train=OLDER.id, usual_checkpoint=LARGE.id) == OLDER.repository
    assert usual(sizes=("2T",)) == LARGE.repository
    assert usual(sizes=("no such size",)) == "owner/name"
    assert usual(family="heron", sizes=("27B", "2T")) == "owner/name"


def test_a_case_that_came_out_otherwise_comes_out_as_its_kind_demands_or_as_was_expected() -> None:
    for kind, demanded in (("V02", "reject"), ("V03", "reject"), ("V01", "accept"), ("V09", "accept")):
        cases = (row(type=kind, expected="accept", observed="none"),)
        (mended,) = MENDS["RW-04"](facts({"verifier.cases": cases}), "verifier.cases.0").values()
        assert mended[0].text("observed") == demanded
