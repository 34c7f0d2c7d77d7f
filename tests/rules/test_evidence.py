import pytest

from tests.rules.examples import FP8, finding, opened, row, said


def cited(claim: str | None, use: str | None = "method") -> dict[str, object]:
    """Return one row of evidence."""
    cells = {key: value for key, value in (("claim", claim), ("used_for", use)) if value}
    return {"evidence": (row(**cells),)}


def test_mt_01_lets_evidence_on_this_checkpoint_be() -> None:
    assert said("MT-01", cited("guide-27b", "compatibility-start")) == []
    assert said("MT-01", cited("paper-2t", "background")) == []
    assert said("MT-01", cited("paper-2t", None)) == []


def test_mt_01_refuses_evidence_on_another_checkpoint() -> None:
    assert opened("MT-01", cited("paper-2t", "rl-result")) == ["evidence.0"]
    on_fp8 = {**cited("guide-27b", "compatibility-start"), "checkpoint.repository": FP8.id, "checkpoint.format": "fp8"}
    assert opened("MT-01", on_fp8) == ["evidence.0"]


def test_mt_01_leaves_the_kind_and_the_rung_to_other_rules() -> None:
    assert said("MT-01", cited("card-27b", "recipe")) == []
    on_fp8 = {**cited("card-27b", "recipe"), "checkpoint.repository": FP8.id, "checkpoint.format": "fp8"}
    assert opened("MT-01", on_fp8) == ["evidence.0"]


def test_mt_01_cannot_tell_without_a_record_of_the_checkpoint() -> None:
    unknown = {**cited("guide-27b", "recipe"), "checkpoint.repository": "acme/Robin-9"}
    assert said("MT-01", unknown) == [("evidence.0", "cannot-tell")]
    assert said("MT-01", {**cited("guide-27b", "recipe"), "checkpoint.repository": None}) == [
        ("evidence.0", "cannot-tell")
    ]
    assert said("MT-02", unknown) == []


def test_mt_02_keeps_results_of_a_sibling_at_home() -> None:
    assert opened("MT-02", cited("paper-2t", "rl-result")) == ["evidence.0"]
    assert opened("MT-02", cited("paper-27b", "sequence-length")) == ["evidence.0"]
    assert said("MT-02", cited("guide-27b", "recipe")) == []
    assert said("MT-02", cited("paper-2t", "background")) == []


@pytest.mark.parametrize("use", ["own-validation", "capacity-quote", "sequence-length"])
def test_mt_05_takes_no_publication_for_a_validation_or_a_quotation(use: str) -> None:
    assert opened("MT-05", cited("card-27b", use)) == ["evidence.0"]
    assert said("MT-05", cited("own-27b", use)) == []


def test_mt_05_lets_other_uses_be() -> None:
    assert said("MT-05", cited("card-27b", "capability")) == []


def test_mt_09_wants_the_customers_own_numbers() -> None:
    assert opened("MT-09", {"environment.sequence_length_source": "assumed"}) == []
    assert opened("MT-09", {"environment.sequence_length_source": "published"}) == [
        "environment.sequence_length_source"
    ]
    assert opened("MT-09", {"baseline.cost_source": "published"}) == ["baseline.cost_source"]
    assert opened("MT-09", {"budget.sources": row(training="published", rollout="quoted")}) == ["budget.sources"]
    assert opened("MT-09", {"budget.sources": row(training="quoted")}) == []


def test_mt_12_wants_the_method_that_is_used() -> None:
    assert opened("MT-12", cited("card-27b")) == []
    assert opened("MT-12", cited("paper-27b", "rl-result")) == ["evidence.0"]
    assert opened("MT-12", cited("vague-27b")) == ["evidence.0"]
    assert opened("MT-12", cited("vague-27b", "capability")) == []
    assert "names no method" in finding("MT-12", cited("vague-27b")).message


def test_mt_12_cannot_tell_before_a_method_is_chosen() -> None:
    assert said("MT-12", {**cited("card-27b"), "training.method": None}) == [("training.method", "cannot-tell")]
    assert opened("MT-12", {**cited("vague-27b"), "training.method": None}) == ["evidence.0"]
    assert said("MT-12", cited("card-27b"), unreadable=frozenset({"training.method"})) == []


def test_mt_14_wants_a_registered_claim() -> None:
    assert opened("MT-14", cited("guide-27b")) == []
    assert opened("MT-14", cited("hearsay")) == ["evidence.0"]
    assert opened("MT-14", cited(None, "background")) == ["evidence.0"]


def test_mt_14_leaves_an_unreadable_claim_alone() -> None:
    from app.rules.facts import Answers  # noqa: PLC0415  used by this one test

    assert said("MT-14", {"evidence": (Answers({"used_for": "method"}, frozenset({"claim"})),)}) == []
