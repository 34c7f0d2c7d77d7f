"""Each field, row and section in words, and the page and element that mend it."""

from datetime import date

import pytest

from app.inquiries.fields import anchor_of, facts_of, label_of, section_of
from app.rules.finding import Gate
from app.rules.records import RegistryFacts
from tests.services.documents import example


@pytest.mark.parametrize(
    ("field_id", "label", "section", "anchor"),
    [
        ("checkpoint.revision", "Revision", "checkpoint", "checkpoint.revision"),
        ("verifier.cases.3", "Case 4", "cases", "verifier.cases.3"),
        ("verifier.cases", "Cases", "cases", "verifier.cases"),
        ("evidence.0", "Citation 1", "evidence", "evidence.0"),
        ("checkpoint", "The section “Checkpoint”", "checkpoint", "checkpoint"),
        ("rollout_checkpoint", "The section “Rollout checkpoint”", "rollout-checkpoint", "rollout_checkpoint"),
        ("budget.stop_conditions.11", "Stop condition 12", "stops", "budget.stop_conditions.11"),
        ("commitments", "Promises", "promise-checkpoint", "commitments"),
        ("nothing.of.ours", "The inquiry", "model", "model"),
        ("verifier.cases.x", "The inquiry", "model", "model"),
        ("verifier.kind.3", "The inquiry", "model", "model"),
    ],
)
def test_r17_every_finding_has_words_and_a_place(field_id: str, label: str, section: str, anchor: str) -> None:
    assert (label_of(field_id), section_of(field_id), anchor_of(field_id)) == (label, section, anchor)


@pytest.mark.parametrize(
    ("promises", "page"),
    [
        ([{"item": "reward"}], "promise-reward"),
        ([{"item": " budget "}], "promise-budget"),
        ([{"item": "nonsense"}], "promise-checkpoint"),
        ([{"item": ["budget"]}], "promise-checkpoint"),
        (["reward"], "promise-checkpoint"),
        ("reward", "promise-checkpoint"),
        ([], "promise-checkpoint"),
    ],
)
def test_a_promise_is_mended_on_the_page_of_its_item(promises: object, page: str) -> None:
    assert section_of("commitments.0", {"commitments": promises}) == page


def test_the_checklist_gets_the_document_the_day_and_the_registry() -> None:
    registry = RegistryFacts(revision="sha256:1")
    facts = facts_of(example("qwen"), gate=Gate.COMMIT, today=date(2026, 11, 30), registry=registry)
    assert (facts.gate, facts.today, facts.registry, facts.unreadable) == (
        Gate.COMMIT,
        date(2026, 11, 30),
        registry,
        (),
    )
    assert facts.answers.text("checkpoint.repository") == "Qwen/Qwen3.8-27B"
    assert facts.labels["training"] == "The section “Training”"
