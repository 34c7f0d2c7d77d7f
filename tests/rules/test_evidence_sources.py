"""What a source is, how fresh it is, and whether something nearer is on record."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from app.rules.facts import Answers
from app.rules.records import ClaimRecord, RegistryFacts, SourceRecord, Target
from tests.rules.examples import CLAIMS, LARGE, OLDER, SMALL, TODAY, finding, opened, registry, row, said

NOTE = SourceRecord("note", "release-note", reviewed_on=TODAY)
PLATFORM = SourceRecord("platform", "platform-docs", reviewed_on=TODAY)


def cited(claim: str, use: str | None = "method", path: str | None = None) -> dict[str, object]:
    """Return one row of evidence."""
    cells = {"claim": claim, "used_for": use, "code_path": path}
    return {"evidence": (row(**{key: value for key, value in cells.items() if value}),)}


def known(source: SourceRecord | None = None, **changes: object) -> RegistryFacts:
    """Return a registry with the one claim `it`, about the checkpoint of the sound inquiry."""
    plain = ClaimRecord("it", source or NOTE, targets=(Target(SMALL.id),), method="grpo", rung="runs")
    return registry(replace(plain, **changes))  # type: ignore[arg-type]


def test_mt_04_bounds_a_use_by_the_kind_of_source() -> None:
    assert said("MT-04", cited("card-27b", "capability")) == []
    assert said("MT-04", cited("card-27b", "background")) == []
    found = finding("MT-04", cited("card-27b", "rl-result"))
    assert found.field == "evidence.0"
    assert found.message == (
        "A model card is cited as a reinforcement-learning result, and a source of this kind does not carry that. "
        "To read more into it than it shows misleads whoever plans by it."
    )


def test_mt_04_bounds_a_use_by_how_far_it_was_tried() -> None:
    assert said("MT-04", cited("guide-27b", "compatibility-start")) == []
    assert finding("MT-04", cited("guide-27b", "recipe")).message == (
        "This is cited as a recipe to follow, which needs at least “trained to convergence”, and what was shown is "
        "“runs”. To read more into it than it shows misleads whoever plans by it."
    )
    tried = registry(replace(CLAIMS[0], rung="converged"))
    assert said("MT-04", cited("guide-27b", "recipe"), known=tried) == []


def test_mt_04_says_the_kind_before_the_rung() -> None:
    both = finding("MT-04", cited("card-27b", "recipe"))
    assert both.message.startswith("A model card is cited as a recipe to follow, and")
    assert both.inputs["axes"] == ["kind", "rung"]
    thread = known(SourceRecord("t", "issue-thread"))
    assert finding("MT-04", cited("it"), known=thread).message.startswith("An issue thread is cited as the training")


@pytest.mark.parametrize("use", ["own-validation", "platform-support"])
@pytest.mark.parametrize("source", [NOTE, PLATFORM])
def test_mt_08_wants_a_validation_of_what_is_announced(source: SourceRecord, use: str) -> None:
    found = finding("MT-08", cited("it", use), known=known(source))
    assert found.field == "evidence.0"
    assert found.inputs == {"claim": "it", "used for": use, "kind": source.kind}
    assert "your job still needs a validation of its own." in found.message


def test_mt_08_is_about_announcements_that_stand_for_a_validation() -> None:
    assert said("MT-08", cited("it", "capability"), known=known(NOTE)) == []
    assert said("MT-08", cited("guide-27b", "platform-support")) == []
    assert said("MT-08", cited("own-27b", "own-validation")) == []


def test_mt_05_says_the_kind_with_its_article() -> None:
    found = finding("MT-05", cited("guide-27b", "capacity-quote"))
    assert found.message == (
        "An implementation guide is cited as a quotation of capacity. It reports somebody else's work and was not made "
        "for your job."
    )
    assert found.inputs == {"claim": "guide-27b", "used for": "capacity-quote", "kind": "implementation-guide"}


@pytest.mark.parametrize(("days", "fields"), [(60, []), (61, ["evidence.0"]), (-1, [])])
@pytest.mark.parametrize("use", ["method", "background", None])
def test_mt_06_lets_a_review_stand_for_sixty_days(days: int, fields: list[str], use: str | None) -> None:
    reviewed = replace(NOTE, reviewed_on=TODAY - timedelta(days))
    assert opened("MT-06", cited("it", use), known=known(reviewed)) == fields


def test_mt_06_says_how_long_ago_the_review_was() -> None:
    found = finding("MT-06", cited("it"), known=known(replace(NOTE, reviewed_on=date(2026, 9, 1))))
    assert found.message == (
        "The source was last reviewed 90 days ago. Guides and code change, so what was true on one path or at one time "
        "may not be now."
    )
    assert found.remedy == "Ask for the source to be reviewed again."
    assert found.inputs == {
        "claim": "it",
        "reviewed on": "2026-09-01",
        "code path": None,
        "code path on record": None,
    }


def test_mt_06_wants_the_path_that_the_source_describes() -> None:
    assert said("MT-06", cited("it", path="fast"), known=known(code_path="fast")) == []
    assert said("MT-06", cited("it", path="fast"), known=known()) == []
    assert said("MT-06", cited("it"), known=known(code_path="slow")) == []
    found = finding("MT-06", cited("it", path="fast"), known=known(code_path="slow"))
    assert (found.field, found.status) == ("evidence.0", "open")
    assert found.message.startswith("You follow “fast”, and the source describes “slow”. Guides and code change")
    assert found.remedy == "Follow the path that the source describes, or cite a source on yours."
    assert (found.inputs["code path"], found.inputs["code path on record"]) == ("fast", "slow")


def test_mt_06_says_both_at_once() -> None:
    old = known(replace(NOTE, reviewed_on=TODAY - timedelta(61)), code_path="slow")
    found = finding("MT-06", cited("it", path="fast"), known=old)
    assert "describes “slow”. The source was last reviewed 61 days ago. Guides" in found.message
    assert found.remedy.endswith("or cite a source on yours. Ask for the source to be reviewed again.")


def test_mt_06_cannot_tell_without_a_review() -> None:
    never = known(replace(NOTE, reviewed_on=None, title="Release note"), code_path="slow")
    assert said("MT-06", cited("it"), known=never) == [("evidence.0", "cannot-tell")]
    assert finding("MT-06", cited("it"), known=never).message == (
        "“Release note” has no review on record, so it cannot be told whether it still says this."
    )
    assert opened("MT-06", cited("it", path="fast"), known=never) == ["evidence.0"]
    assert said("MT-06", cited("hearsay"), known=never) == []


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("changed", "has changed since it was reviewed"),
        ("expired", "has expired since it was reviewed"),
        ("superseded", "was superseded since it was reviewed"),
    ],
)
def test_mt_11_says_what_became_of_a_source(state: str, words: str) -> None:
    found = finding("MT-11", cited("it", "background"), known=known(replace(NOTE, state=state)))
    assert found.field == "evidence.0"
    assert found.message == f"The source cited here {words}. What was taken from it may no longer stand."
    assert found.remedy == "Ask for the source to be reviewed again, or cite another."
    assert found.inputs == {"claim": "it", "source": state, "superseded by": None}


@pytest.mark.parametrize("state", ["current", "not-checked", "unreachable"])
def test_mt_11_lets_other_states_be(state: str) -> None:
    assert said("MT-11", cited("it"), known=known(replace(NOTE, state=state))) == []


def test_mt_11_counts_the_day_of_the_next_review() -> None:
    assert said("MT-11", cited("it"), known=known(replace(NOTE, review_by=TODAY))) == []
    overdue = known(replace(NOTE, review_by=TODAY - timedelta(1)))
    assert finding("MT-11", cited("it"), known=overdue).message.startswith(
        "The source cited here was to be reviewed again by 29 November 2026."
    )


def test_mt_11_names_what_superseded_a_claim() -> None:
    found = finding("MT-11", cited("it"), known=known(superseded_by="newer"))
    assert found.message == "“it” was superseded by “newer”. What was taken from it may no longer stand."
    assert found.remedy == "Cite “newer” instead."
    assert found.inputs["superseded by"] == "newer"


def test_mt_12_says_which_method_each_of_the_two_uses() -> None:
    assert finding("MT-12", cited("paper-27b")).message == (
        "The source cited here names GSPO, and your training uses GRPO. A result of one method says nothing about "
        "another."
    )
    open_yet = {**cited("paper-27b"), "training.method": "unspecified"}
    assert "names GSPO, and it is not said which one you will use." in finding("MT-12", open_yet).message
    none = {**cited("vague-27b"), "training.method": None}
    assert "names no method, and it is not said which one you will use." in finding("MT-12", none).message


def test_mt_13_points_to_what_is_nearer() -> None:
    found = finding("MT-13", cited("paper-2t"))
    assert (found.field, found.severity) == ("evidence.0", "note")
    assert found.message == (
        "“card-27b” and 1 other claim on record are about acme/Robin-2-27B itself and are not cited. What you cite as "
        "the training method is farther away and carries less."
    )
    assert found.remedy == "Cite “card-27b” and “own-27b” as well, or in its place."
    assert found.inputs["nearer"] == ["card-27b", "own-27b"]


def test_mt_13_says_a_single_one_plainly() -> None:
    only = registry(CLAIMS[1], CLAIMS[2])
    assert finding("MT-13", cited("paper-2t"), known=only).message.startswith("“card-27b” on record is about acme/")


def test_mt_13_names_three_and_counts_the_rest() -> None:
    five = tuple(replace(CLAIMS[1], id=f"c{number}") for number in range(5))
    found = finding("MT-13", cited("paper-2t"), known=registry(CLAIMS[2], *five))
    assert found.message.startswith("“c0” and 4 other claims on record are about")
    assert found.remedy.startswith("Cite “c0”, “c1” and “c2” as well")


def test_mt_13_is_silent_where_something_near_is_cited() -> None:
    rows = (row(claim="paper-2t", used_for="method"), row(claim="own-27b", used_for="background"))
    assert said("MT-13", {"evidence": rows}) == []
    assert said("MT-13", cited("card-27b")) == []
    assert said("MT-13", cited("paper-2t", None)) == []


def test_mt_13_takes_background_for_a_use_too() -> None:
    assert opened("MT-13", cited("paper-2t", "background")) == ["evidence.0"]


def test_mt_13_points_to_nothing_that_does_not_carry_the_use_itself() -> None:
    assert said("MT-13", cited("paper-2t", "licence"), known=registry(CLAIMS[0], CLAIMS[2])) == []
    gone = replace(CLAIMS[1], superseded_by="newer")
    assert said("MT-13", cited("paper-2t"), known=registry(gone, CLAIMS[2])) == []
    elsewhere = {**cited("paper-2t"), "checkpoint.repository": LARGE.id}
    assert said("MT-13", elsewhere) == []
    assert said("MT-13", {**cited("card-27b"), "checkpoint.repository": OLDER.id}) == []


def test_mt_13_cites_no_row_that_names_no_claim() -> None:
    rows = (Answers({"used_for": "method"}), row(claim="paper-2t", used_for="method"))
    assert opened("MT-13", {"evidence": rows}) == ["evidence.1"]
