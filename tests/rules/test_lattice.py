import random
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.identity import value_of
from app.rules.lattice import NAMES, Level, Verdict, match
from app.rules.records import BridgeRecord, CheckpointRecord, ClaimRecord, RegistryFacts, SourceRecord, Target
from app.rules.tokens import AXES, IDENTITY_AXES, KINDS, METHODS, RUNGS, USES, VERDICTS
from tests.rules.examples import (
    COMMIT,
    COPY,
    FP8,
    GUIDE,
    LARGE,
    MODEL_ONLY,
    OLDER,
    PAPER,
    SMALL,
    TODAY,
    UNSTATED,
    registry,
)

LEVEL = {name: level for level, name in NAMES.items()} | {"cannot-tell": -1}


def judged(claim: ClaimRecord, checkpoint: str, use: str, method: str = "", *others: ClaimRecord) -> Verdict:
    """Match one claim, with others beside it on record."""
    return match(registry(claim, *others), claim.id, checkpoint, use=use, method=method, on=TODAY)


def about(record: CheckpointRecord, kind: str = "implementation-guide", **changes: Any) -> ClaimRecord:  # noqa: ANN401  the fields of a claim
    """Return a claim about one checkpoint that has been tried as far as can be."""
    claim = ClaimRecord(
        "it", SourceRecord("source", kind), targets=(Target(record.id),), method="grpo", rung="reproduced"
    )
    return replace(claim, **changes)


@pytest.mark.parametrize(
    ("record", "use", "verdict", "axis"),
    [
        (SMALL, "recipe", "supports", None),
        (FP8, "recipe", "background-only", "format"),
        (FP8, "compatibility-start", "background-only", "repository"),
        (OLDER, "recipe", "background-only", "version"),
        (LARGE, "recipe", "does-not-transfer", "size"),
        (LARGE, "recipe", "does-not-transfer", "architecture"),
        (LARGE, "background", "background-only", "size"),
        (OLDER, "background", "background-only", "version"),
        (FP8, "background", "supports", None),
        (UNSTATED, "background", "background-only", "family"),
        (UNSTATED, "recipe", "background-only", "format"),
        (replace(SMALL, id="x/y", repository="x/y", stage="base"), "recipe", "does-not-transfer", "stage"),
        (replace(SMALL, id="x/y", repository="x/y", family="wren"), "background", "does-not-transfer", "family"),
        (replace(LARGE, id="x/y", repository="x/y", family="wren"), "background", "does-not-transfer", "size"),
    ],
)
def test_how_far_a_break_lets_a_claim_travel(
    record: CheckpointRecord, use: str, verdict: str, axis: str | None
) -> None:
    known = registry(about(record))
    known = RegistryFacts("", {**known.checkpoints, record.id: record}, known.claims)
    found = match(known, "it", SMALL.id, use=use, on=TODAY)
    assert found.verdict == verdict
    assert axis is None or axis in found.axes


@pytest.mark.parametrize(
    ("kind", "use", "verdict", "axis"),
    [
        ("model-card", "licence", "supports", None),
        ("vendor-report", "licence", "background-only", "kind"),
        ("vendor-report", "rl-result", "background-only", "kind"),
        ("preprint", "rl-result", "supports", None),
        ("platform-docs", "platform-support", "supports", None),
        ("framework-code", "recipe", "supports", None),
        ("issue-thread", "method", "background-only", "kind"),
        ("issue-thread", "background", "supports", None),
        ("own-validation", "own-validation", "supports", None),
        ("own-validation", "capacity-quote", "does-not-transfer", "use"),
        ("preprint", "own-validation", "does-not-transfer", "use"),
        ("model-card", "sequence-length", "does-not-transfer", "use"),
    ],
)
def test_what_a_kind_of_source_carries_at_most(kind: str, use: str, verdict: str, axis: str | None) -> None:
    found = judged(about(SMALL, kind), SMALL.id, use)
    assert (found.verdict, found.axes) == (verdict, (axis,) if axis else ())


@pytest.mark.parametrize(
    ("use", "rung", "verdict"),
    [
        ("recipe", "smoke", "background-only"),
        ("recipe", "converged", "supports"),
        ("compatibility-start", "announced", "background-only"),
        ("compatibility-start", "registered", "supports"),
    ],
)
def test_how_far_it_must_have_been_tried(use: str, rung: str, verdict: str) -> None:
    found = judged(about(SMALL, rung=rung), SMALL.id, use)
    assert (found.verdict, found.axes) == (verdict, () if verdict == "supports" else ("rung",))


@pytest.mark.parametrize(
    ("named", "asked", "verdict"),
    [
        ("grpo", "grpo", "supports"),
        ("grpo", "", "supports"),
        ("async-grpo", "grpo", "does-not-transfer"),
        ("unspecified", "", "does-not-transfer"),
        ("unspecified", "grpo", "does-not-transfer"),
    ],
)
def test_a_method_is_compared_as_a_token(named: str, asked: str, verdict: str) -> None:
    found = judged(about(SMALL, "model-card", method=named), SMALL.id, "method", asked)
    assert (found.verdict, found.axes) == (verdict, () if verdict == "supports" else ("method",))


def test_a_source_that_names_only_a_model_stays_background() -> None:
    found = judged(about(MODEL_ONLY, "preprint"), LARGE.id, "rl-result", "grpo")
    assert (found.verdict, found.axes) == ("background-only", ("repository", "format"))
    assert "the source does not state the repository" in found.sentence


def test_a_claim_without_a_checkpoint_is_never_more_than_background() -> None:
    found = judged(about(SMALL, targets=()), SMALL.id, "recipe")
    assert found.verdict == "background-only"
    assert "repository" in found.axes


def test_a_copy_has_its_parents_values_where_it_states_none() -> None:
    bare = replace(COPY, family="", version="", architecture="", size="", stage="", format="")
    known = RegistryFacts("", {SMALL.id: SMALL, bare.id: bare})
    assert value_of(bare, "architecture", known) == "robin_dense"
    assert value_of(bare, "format", known) == ""
    assert value_of(replace(bare, relation="re-upload-of"), "format", known) == "bf16"
    assert value_of(replace(bare, relative="nobody/knows"), "size", known) == ""
    assert value_of(replace(bare, relation="from-base"), "size", known) == ""


def test_a_lineage_that_bites_its_tail_ends() -> None:
    one = CheckpointRecord("a/one", "a/one", relation="re-upload-of", relative="a/two")
    two = CheckpointRecord("a/two", "a/two", relation="re-upload-of", relative="a/one")
    assert value_of(one, "size", RegistryFacts("", {one.id: one, two.id: two})) == ""


def test_the_best_of_several_checkpoints_stands_in_any_order() -> None:
    for targets in ((Target(LARGE.id), Target(SMALL.id)), (Target(SMALL.id), Target(LARGE.id))):
        assert judged(about(SMALL, targets=targets), SMALL.id, "recipe").verdict == "supports"


def test_a_revision_is_compared_only_where_both_name_one() -> None:
    pinned = about(SMALL, targets=(Target(SMALL.id, "a" * 40),))
    known = registry(pinned)
    for asked, verdict in (("", "supports"), ("A" * 40, "supports"), ("b" * 40, "background-only")):
        assert match(known, "it", SMALL.id, use="recipe", on=TODAY, revision=asked).verdict == verdict
    assert (
        match(registry(about(SMALL)), "it", SMALL.id, use="recipe", on=TODAY, revision="b" * 40).verdict == "supports"
    )


def test_a_checkpoint_without_a_record_cannot_be_matched() -> None:
    found = judged(about(SMALL), "acme/Robin-9", "recipe")
    assert (found.verdict, found.axes) == ("cannot-tell", ("repository",))


def test_a_claim_that_is_not_on_record_is_an_error() -> None:
    with pytest.raises(KeyError):
        match(registry(), "hearsay", SMALL.id, use="recipe", on=TODAY)


def test_doubt_is_said_beside_the_verdict() -> None:
    reviewed = replace(GUIDE, review_by=TODAY, confirmation="second-hand")
    assert not judged(about(SMALL, source=reviewed), SMALL.id, "recipe").stale
    assert judged(about(SMALL, source=replace(reviewed, review_by=TODAY - timedelta(1))), SMALL.id, "recipe").stale
    assert judged(about(SMALL, source=replace(reviewed, state="changed")), SMALL.id, "recipe").stale
    assert judged(about(SMALL, superseded_by="newer"), SMALL.id, "recipe").stale
    assert judged(about(SMALL, source=reviewed), SMALL.id, "recipe").confirmation == "second-hand"
    assert (
        judged(about(SMALL, source=reviewed, confirmation="page-only"), SMALL.id, "recipe").confirmation == "page-only"
    )


def test_opposite_stances_on_one_checkpoint_and_use_contradict_and_name_both() -> None:
    praise = about(SMALL)
    advice = about(SMALL, id="advice", stance="against", stance_use="recipe")
    for_it = judged(praise, SMALL.id, "recipe", "", advice)
    against_it = judged(advice, SMALL.id, "recipe", "", praise)
    assert (for_it.verdict, for_it.against) == ("contradicts", ("advice",))
    assert (against_it.verdict, against_it.against) == ("contradicts", ("it",))
    assert "advice" in for_it.sentence


def test_stances_on_other_uses_or_other_checkpoints_do_not_contradict() -> None:
    advice = about(SMALL, id="advice", stance="against", stance_use="recipe")
    assert judged(about(SMALL), SMALL.id, "compatibility-start", "", advice).verdict == "supports"
    elsewhere = replace(advice, targets=(Target(OLDER.id),))
    assert judged(about(SMALL), SMALL.id, "recipe", "", elsewhere).verdict == "supports"
    assert judged(about(SMALL), SMALL.id, "recipe", "", replace(advice, superseded_by="newer")).verdict == "supports"
    weak = about(SMALL, rung="runs")
    assert judged(weak, SMALL.id, "recipe", "", advice).verdict == "background-only"


def test_advice_against_a_use_does_not_support_it() -> None:
    advice = about(SMALL, stance="against", stance_use="recipe")
    found = judged(advice, SMALL.id, "recipe")
    assert (found.verdict, found.axes) == ("background-only", ("use",))
    assert "advises against" in found.sentence
    assert found.would_change == "Evidence that speaks for this use."


def test_an_axis_that_breaks_twice_is_named_once_by_the_graver_reason() -> None:
    found = judged(about(SMALL, stance="against", stance_use="sequence-length"), SMALL.id, "sequence-length")
    assert (found.verdict, found.axes) == ("does-not-transfer", ("use",))
    assert "no publication stands for a sequence length" in found.sentence


def test_only_a_bridge_in_force_crosses_an_axis() -> None:
    claim = about(FP8)
    bridge = BridgeRecord("it", SMALL.id, ("recipe",), "An engineer", "same weights", TODAY)
    known = replace(registry(claim), bridges=(bridge,))
    assert match(known, "it", SMALL.id, use="recipe", on=TODAY).verdict == "supports"
    assert match(known, "it", SMALL.id, use="recipe", on=TODAY + timedelta(1)).verdict == "background-only"
    assert match(known, "it", SMALL.id, use="compatibility-start", on=TODAY).verdict == "background-only"
    assert match(known, "it", COPY.id, use="recipe", on=TODAY).verdict == "background-only"
    assert match(
        replace(registry(about(FP8, rung="runs")), bridges=(bridge,)), "it", SMALL.id, use="recipe", on=TODAY
    ).axes == ("rung",)


def test_each_broken_axis_is_named_once_nearest_first_with_both_values() -> None:
    found = judged(about(LARGE, "vendor-report", rung="announced", method="sao"), SMALL.id, "rl-result", "grpo")
    assert found.axes == ("repository", "size", "architecture", "kind", "rung", "method")
    assert found.decisive == ("size", "architecture", "method")
    assert "another size (2T, not 27B)" in found.sentence
    assert "it is about SAO, not GRPO" in found.sentence
    assert found.would_change.startswith("Evidence on acme/Robin-2-27B itself")


def test_the_answer_is_the_object_of_the_contract() -> None:
    plain = judged(about(SMALL), SMALL.id, "recipe").as_json()
    assert plain == {
        "verdict": "supports",
        "axes": [],
        "stale": False,
        "confirmation": "confirmed",
        "sentence": "This claim may be cited as a recipe to follow for acme/Robin-2-27B.",
        "would_change": "",
        "against": [],
    }


# --- laws -------------------------------------------------------------------------------------------------------------

values = {
    "family": ["robin", "wren", ""],
    "version": ["1", "2", ""],
    "architecture": ["dense", "moe", ""],
    "size": ["27B", "2T", ""],
    "stage": ["base", "post-trained", ""],
    "format": ["bf16", "fp8", ""],
}
checkpoints = st.builds(
    lambda axes, relation: CheckpointRecord("", relation=relation[0], relative=relation[1], **axes),
    st.fixed_dictionaries({axis: st.sampled_from(choices) for axis, choices in values.items()}),
    st.sampled_from([("", ""), ("re-upload-of", "o/0"), ("quantised-from", "o/1"), ("quantised-from", "")]),
)
claims = st.builds(
    ClaimRecord,
    id=st.just(""),
    source=st.builds(
        SourceRecord,
        id=st.just("s"),
        kind=st.sampled_from(KINDS),
        state=st.sampled_from(["not-checked", "changed"]),
        review_by=st.sampled_from([None, date(2026, 1, 1), date(2027, 1, 1)]),
    ),
    targets=st.lists(st.builds(Target, st.sampled_from(["o/0", "o/1", "o/2", "gone"])), max_size=3).map(tuple),
    method=st.sampled_from(METHODS),
    stance=st.sampled_from(["for", "for", "against"]),
    stance_use=st.sampled_from(USES),
    rung=st.sampled_from(RUNGS),
)


@st.composite
def registries(draw: st.DrawFn) -> RegistryFacts:
    records = [
        replace(record, id=f"o/{n}", repository=f"o/{n}")
        for n, record in enumerate(draw(st.lists(checkpoints, min_size=3, max_size=3)))
    ]
    drawn = [replace(claim, id=f"c{n}") for n, claim in enumerate(draw(st.lists(claims, min_size=1, max_size=4)))]
    return RegistryFacts("", {record.id: record for record in records}, {claim.id: claim for claim in drawn})


questions = st.tuples(
    st.sampled_from(["o/0", "o/1", "o/2", "gone"]), st.sampled_from(USES), st.sampled_from(["", *METHODS])
)


@given(registries(), questions)
def test_law_a_verdict_names_an_axis_unless_it_supports_or_contradicts(
    known: RegistryFacts, question: tuple[str, str, str]
) -> None:
    checkpoint, use, method = question
    for claim in known.claims:
        found = match(known, claim, checkpoint, use=use, method=method, on=TODAY)
        assert found.verdict in VERDICTS
        assert set(found.axes) <= set(AXES)
        assert list(found.axes) == sorted(set(found.axes), key=AXES.index)
        if found.verdict == "contradicts":
            assert found.against
        elif found.verdict != "supports":
            assert found.axes
            assert found.would_change


@given(registries(), questions, st.randoms(use_true_random=False))
def test_law_the_order_of_records_does_not_matter(
    known: RegistryFacts, question: tuple[str, str, str], shuffler: random.Random
) -> None:
    checkpoint, use, method = question
    records, drawn = list(known.checkpoints.items()), list(known.claims.items())
    shuffler.shuffle(records)
    shuffler.shuffle(drawn)
    turned = {key: replace(claim, targets=tuple(reversed(claim.targets))) for key, claim in drawn}
    other = RegistryFacts("", dict(records), turned)
    for claim in known.claims:
        asked = {"use": use, "method": method, "on": TODAY}
        assert match(known, claim, checkpoint, **asked) == match(other, claim, checkpoint, **asked)  # type: ignore[arg-type]


@given(registries(), questions, st.sampled_from(list(values)))
def test_law_adding_a_break_never_raises_a_verdict(
    known: RegistryFacts, question: tuple[str, str, str], axis: str
) -> None:
    """Take a claim about one checkpoint that agrees with the asked one on an axis; then let them differ there."""
    checkpoint, use, method = question
    record = known.checkpoint(checkpoint)
    if record is None:
        return
    alike = replace(record, id="o/other", repository="o/other", relation="", relative="")
    apart = replace(alike, **dict[str, Any]({axis: "something else"}))
    for claim in known.claims.values():
        moved = replace(claim, targets=(Target(alike.id),))
        before, after = (
            match(
                RegistryFacts("", {checkpoint: replace(record, relation=""), other.id: other}, {claim.id: moved}),
                claim.id,
                checkpoint,
                use=use,
                method=method,
                on=TODAY,
            )
            for other in (alike, apart)
        )
        if getattr(alike, axis):
            assert LEVEL[after.verdict] <= LEVEL[before.verdict]


@given(registries(), questions, st.text(max_size=5), st.sampled_from(RUNGS))
def test_law_no_edit_but_a_bridge_carries_a_claim_across_an_axis(
    known: RegistryFacts, question: tuple[str, str, str], text: str, rung: str
) -> None:
    """Whatever is edited of a claim but its list of checkpoints, a break of identity stays where it was."""
    checkpoint, use, method = question
    for claim in known.claims.values():
        found = match(known, claim.id, checkpoint, use=use, method=method, on=TODAY)
        crossing = [axis for axis in found.limiting if axis in IDENTITY_AXES]
        if not crossing or found.verdict == "cannot-tell":
            continue
        source = replace(claim.source, title=text, kind="own-validation", confirmation="confirmed", state="current")
        edited = replace(claim, statement=text, rung=rung, method=method or "grpo", stance="for", source=source)
        after = match(replace(known, claims={claim.id: edited}), claim.id, checkpoint, use=use, method=method, on=TODAY)
        assert after.verdict in ("background-only", "does-not-transfer")
        bridge = BridgeRecord(claim.id, checkpoint, (use,), "An engineer", "tried", TODAY)
        bridged = match(
            replace(known, claims={claim.id: edited}, bridges=(bridge,)),
            claim.id,
            checkpoint,
            use=use,
            method=method,
            on=TODAY,
        )
        assert not set(bridged.axes) & set(IDENTITY_AXES)


def test_every_level_has_a_name() -> None:
    assert set(NAMES) == set(Level)
    assert PAPER.kind in KINDS


def test_claims_are_found_by_each_checkpoint_that_they_list_in_the_order_of_their_ids() -> None:
    both = ClaimRecord("b", PAPER, targets=(Target(SMALL.id), Target(FP8.id), Target(SMALL.id, COMMIT)))
    known = registry(both, ClaimRecord("a", PAPER, targets=(Target(SMALL.id),)), ClaimRecord("c", PAPER))
    assert {key: [claim.id for claim in found] for key, found in known.about.items()} == {
        SMALL.id: ["a", "b"],
        FP8.id: ["b"],
    }


def test_a_registry_is_kept_apart_from_another_of_the_same_revision() -> None:
    one, same, other = registry(), registry(), registry(ClaimRecord("c", PAPER))
    assert (hash(one), one) == (hash(same), same)
    assert hash(one) == hash(other)
    assert {one: 1, other: 2} == {same: 1, other: 2}
