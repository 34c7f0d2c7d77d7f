"""What customers read of the rules about evidence, and what each looked at, as `words/MT.txt` keeps it for reading."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import product
from typing import Any

from app.rules.facts import Answers, Facts
from app.rules.records import ClaimRecord, SourceRecord, Target
from tests.rules.examples import COPY, FP8, LARGE, OLDER, SMALL, TODAY, facts, registry, row
from tests.rules.wording import kept, spoken


def about(name: str, kind: str, checkpoint: str, **changes: Any) -> ClaimRecord:  # noqa: ANN401  passed on
    """Return a claim of a titled source of that kind about that checkpoint."""
    source = SourceRecord(name, kind, title=f"The {name}", reviewed_on=TODAY)
    return replace(ClaimRecord(name, source, targets=(Target(checkpoint),), method="grpo", rung="converged"), **changes)


def of_source(name: str, **changes: Any) -> ClaimRecord:  # noqa: ANN401  passed on
    """Return a claim about the checkpoint of the sound inquiry, with something about its source changed."""
    claim = about(name, "preprint", SMALL.id)
    return replace(claim, source=replace(claim.source, **changes))


USES = ("method", "recipe", "rl-result", "own-validation", "background")
MATCHED = (
    about("paper", "preprint", LARGE.id),
    about("card", "model-card", OLDER.id),
    about("leaflet", "model-card", FP8.id),
    about("guide", "implementation-guide", OLDER.id),
    about("manual", "implementation-guide", LARGE.id, rung="runs"),
    about("note", "release-note", COPY.id, method="unspecified"),
    about("report", "preprint", SMALL.id, method="gspo"),
)
NEAR = (*(about(f"near-{number}", "preprint", SMALL.id) for number in range(4)), MATCHED[0])
FADED = (
    of_source("untitled", title="", state="changed"),
    of_source("expired", state="expired"),
    of_source("replaced", state="superseded"),
    of_source("overdue", review_by=TODAY - timedelta(1)),
    of_source("old", reviewed_on=TODAY - timedelta(61)),
    of_source("unread", reviewed_on=None),
    about("former", "preprint", SMALL.id, superseded_by="latter"),
    about("path", "preprint", SMALL.id, code_path="slow"),
)


def inquiries() -> Iterator[Facts]:
    """Yield sound inquiries that cite something else."""
    for claim, use in product(MATCHED, USES):
        yield cites(claim.id, use, known=registry(claim))
    for claim in FADED:
        yield cites(claim.id, "method", known=registry(claim), path="fast")
    for number, use in product((1, 2, 3, 4), ("method", "background")):
        yield cites("paper", use, known=registry(*NEAR[:number], MATCHED[0]))
    for changes in (
        {"training.method": None},
        {"checkpoint.repository": "acme/Robin-9"},
        {"checkpoint.repository": None},
    ):
        yield cites("paper", "rl-result", changes, known=registry(*NEAR))
    yield cites("nothing", "method")
    yield facts({"evidence": (row(used_for="method"), Answers({}, frozenset({"claim"})))})
    sources = row(training="published", rollout="published", evaluation="assumed")
    published = {"environment.sequence_length_source": "published", "baseline.cost_source": "published"}
    yield facts({**published, "budget.sources": sources})


def cites(claim: str, use: str, changes: dict[str, Any] | None = None, *, path: str = "", **more: Any) -> Facts:  # noqa: ANN401  passed on
    """Return the sound inquiry with that row of evidence."""
    cells = {"claim": claim, "used_for": use, **({"code_path": path} if path else {})}
    return facts({"evidence": (row(**cells),), **(changes or {})}, **more)


def test_each_rule_of_evidence_says_word_by_word_what_was_agreed() -> None:
    assert spoken("MT", inquiries()) == kept("MT")


def test_each_row_is_judged_whatever_stands_before_it() -> None:
    known = registry(*NEAR[:1], *MATCHED)
    rows = (row(claim="report", used_for="recipe"), row(claim="card"), row(claim="gone"), row(claim="note"))
    cells = ({"claim": "note", "used_for": "method"}, {"claim": "paper", "used_for": "rl-result"})
    asked = facts({"evidence": (*rows, row(claim=None, used_for=None), *(row(**cell) for cell in cells))}, known=known)
    places = {line.partition(":")[0] for line in spoken("MT", [asked])}
    assert {"MT-12 evidence.5", "MT-13 evidence.6", "MT-14 evidence.2", "MT-14 evidence.4"} <= places


def test_nothing_nearer_is_missed_where_a_row_cannot_be_read() -> None:
    unread = Answers({"used_for": "method"}, frozenset({"claim"}))
    far = row(claim="paper", used_for="background")
    known = registry(*NEAR)
    fields = [line[:6] for line in spoken("MT-13", [facts({"evidence": (far, unread)}, known=known)])]
    assert fields == []
    assert spoken("MT-13", [facts({"evidence": (far,), "checkpoint.repository": "acme/Robin-9"}, known=known)]) == []
