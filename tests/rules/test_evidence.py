"""Evidence about another checkpoint, and what the rules of evidence say of each other's fields."""

from dataclasses import replace

import pytest

from app.rules.evidence.citing import LONGEST_REVISION, verdict_of
from app.rules.facts import Answers
from app.rules.records import CheckpointRecord, ClaimRecord, SourceRecord, Target
from tests.rules.examples import (
    CLAIMS,
    COMMIT,
    COPY,
    FP8,
    GUIDE,
    LARGE,
    OLDER,
    SMALL,
    TODAY,
    UNSTATED,
    facts,
    finding,
    opened,
    registry,
    row,
    said,
)


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
    assert finding("MT-01", unknown).message == (
        "This evidence cannot be matched, as nothing is on record about acme/Robin-9."
    )
    assert [said(rule, unknown) for rule in ("MT-02", "MT-03", "MT-04", "MT-07", "MT-10", "MT-13")] == [[]] * 6
    unreadable = frozenset({"checkpoint.repository"})
    assert said("MT-01", cited("guide-27b", "recipe"), unreadable=unreadable) == []


def test_mt_01_says_what_breaks_and_why_that_matters() -> None:
    found = finding("MT-01", cited("paper-2t", "rl-result"))
    assert found.message == (
        "This claim does not carry over to acme/Robin-2-27B as a reinforcement-learning result: it is about another "
        "size (2T, not 27B); it is about another architecture (robin_moe, not robin_dense). What was seen on one "
        "checkpoint need not hold for another."
    )
    assert found.inputs == {
        "claim": "paper-2t",
        "used for": "rl-result",
        "verdict": "does-not-transfer",
        "axes": ["repository", "format", "size", "architecture"],
    }


def test_a_format_is_said_in_words() -> None:
    on_copy = {**cited("guide-27b", "compatibility-start"), "checkpoint.repository": COPY.id}
    assert "(BF16, not bitsandbytes, 4 bit)" in finding("MT-01", on_copy).message


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
    assert said("MT-14", {"evidence": (Answers({"used_for": "method"}, frozenset({"claim"})),)}) == []


def on(record: object, claim: str, use: str) -> dict[str, object]:
    """Cite a claim in an inquiry about another checkpoint."""
    return {**cited(claim, use), "checkpoint.repository": record}


@pytest.mark.parametrize(
    ("repository", "fields"), [(OLDER.id, ["evidence.0"]), (SMALL.id, []), (FP8.id, []), (LARGE.id, [])]
)
def test_mt_03_keeps_the_versions_of_one_model_apart(repository: str, fields: list[str]) -> None:
    assert opened("MT-03", on(repository, "card-27b", "method")) == fields
    assert said("MT-03", on(repository, "card-27b", "background")) == []


def test_mt_03_is_silent_where_more_than_the_version_differs() -> None:
    older_and_larger = replace(OLDER, size="2T")
    of_another_family = replace(OLDER, family="wren")
    of_no_known_family = replace(OLDER, family="")
    of_another_build = replace(OLDER, architecture="robin_moe")
    for record in (older_and_larger, of_another_family, of_no_known_family, of_another_build):
        known = registry()
        known = replace(known, checkpoints={**known.checkpoints, OLDER.id: record})
        assert said("MT-03", on(OLDER.id, "card-27b", "method"), known=known) == []


def test_mt_03_names_the_checkpoint_and_the_source() -> None:
    titled = replace(CLAIMS[1], source=replace(CLAIMS[1].source, title="Card of Robin 2"))
    found = finding("MT-03", on(OLDER.id, "card-27b", "method"), known=registry(titled))
    assert found.message == (
        "“Card of Robin 2” is about another version of this model, not about acme/Robin-1-27B. What one version "
        "reached or needed may not hold for the next."
    )
    assert found.inputs["axes"] == ["repository", "version"]
    assert finding("MT-03", on(OLDER.id, "card-27b", "method")).message.startswith("The source cited here is about")


def test_mt_02_leaves_another_family_to_the_lattice() -> None:
    wren = replace(LARGE, family="wren")
    known = replace(registry(), checkpoints={SMALL.id: SMALL, LARGE.id: wren})
    assert said("MT-02", on(LARGE.id, "card-27b", "method"), known=known) == []
    assert opened("MT-02", on(LARGE.id, "card-27b", "method")) == ["evidence.0"]
    only_size = replace(
        known, checkpoints={SMALL.id: SMALL, LARGE.id: replace(SMALL, id=LARGE.id, repository=LARGE.id, size="2T")}
    )
    assert opened("MT-02", on(LARGE.id, "card-27b", "method"), known=only_size) == ["evidence.0"]
    assert said("MT-02", on(LARGE.id, "own-27b", "own-validation"), known=known) == []


def test_mt_02_takes_advice_against_a_use_for_no_sibling() -> None:
    against = replace(CLAIMS[1], stance="against", stance_use="method")
    assert said("MT-02", cited("card-27b", "method"), known=registry(against)) == []


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (FP8, "its format differs from yours."),
        (OLDER, "its version differs from yours."),
        (COPY, "its format differs from yours."),
        (UNSTATED, "its repository differs from yours."),
        (LARGE, "its size and architecture differ from yours."),
    ],
)
def test_mt_07_lets_a_card_speak_for_its_own_checkpoint(record: CheckpointRecord, words: str) -> None:
    found = finding("MT-07", on(record.id, "card-27b", "capability"))
    assert found.field == "evidence.0"
    assert found.message.startswith("The source cited here is the card of another checkpoint: its ")
    assert found.message.endswith(f"{words} A card speaks for its own checkpoint only.")


def test_mt_07_is_about_cards_that_are_used_on_another_checkpoint() -> None:
    assert said("MT-07", cited("card-27b", "capability")) == []
    assert said("MT-07", on(OLDER.id, "card-27b", "background")) == []
    assert said("MT-07", on(OLDER.id, "paper-27b", "method")) == []


@pytest.mark.parametrize("use", ["recipe", "compatibility-start"])
def test_mt_10_wants_a_guide_for_this_model(use: str) -> None:
    assert opened("MT-10", on(OLDER.id, "guide-27b", use)) == ["evidence.0"]
    assert opened("MT-10", on(LARGE.id, "guide-27b", use)) == ["evidence.0"]
    assert said("MT-10", on(FP8.id, "guide-27b", use)) == []
    assert said("MT-10", cited("guide-27b", use)) == []


def test_mt_10_is_about_guides_that_are_followed() -> None:
    assert said("MT-10", on(OLDER.id, "guide-27b", "method")) == []
    assert said("MT-10", on(OLDER.id, "card-27b", "recipe")) == []
    wren = replace(OLDER, family="wren", version="2")
    known = replace(registry(), checkpoints={SMALL.id: SMALL, OLDER.id: wren})
    assert finding("MT-10", on(OLDER.id, "guide-27b", "recipe"), known=known).message == (
        "The source cited here was written for another model: its family differs from yours. To change the model's "
        "name in it is not a test."
    )


def test_each_row_of_evidence_is_judged_by_itself() -> None:
    rows = (row(), row(claim="card-27b", used_for="method"), row(claim="paper-2t", used_for="rl-result"))
    assert said("MT-01", {"evidence": rows}) == [("evidence.2", "open")]
    assert said("MT-14", {"evidence": rows}) == []


def test_a_use_that_nobody_knows_is_no_use() -> None:
    odd = cited("paper-2t", "decoration")
    assert [said(rule, odd) for rule in ("MT-01", "MT-02", "MT-03", "MT-04", "MT-12", "MT-13")] == [[]] * 6
    lost = {"evidence": (Answers({"claim": "paper-2t"}, frozenset({"used_for"})),)}
    assert [said(rule, lost) for rule in ("MT-01", "MT-02", "MT-03", "MT-04", "MT-12", "MT-13")] == [[]] * 6


def test_a_verdict_is_asked_with_revision_method_and_day() -> None:
    pinned = ClaimRecord(
        "pinned", GUIDE, targets=(Target(SMALL.id, COMMIT),), method="grpo", rung="converged", stance="for"
    )
    known = registry(pinned, replace(CLAIMS[4], source=SourceRecord("s", "model-card", review_by=TODAY)))
    same = verdict_of(facts(known=known), "recipe", pinned)
    assert same is not None
    assert (same.verdict, same.stale) == ("supports", False)
    other = verdict_of(facts({"checkpoint.revision": COMMIT[:-1] + "f"}, known=known), "recipe", pinned)
    assert other is not None
    assert other.axes == ("revision",)
    long = verdict_of(facts({"checkpoint.revision": COMMIT * 1000}, known=known), "recipe", pinned)
    assert long is not None
    assert (COMMIT * 2)[:LONGEST_REVISION] + ")" in long.sentence
    method = verdict_of(facts({"training.method": "gspo"}, known=known), "method", pinned)
    assert method is not None
    assert "method" in method.axes
