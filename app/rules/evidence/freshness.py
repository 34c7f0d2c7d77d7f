"""Whether what is cited still stands: when its source was reviewed, what became of it, and which path it describes."""

from collections.abc import Iterator
from datetime import date

from app.rules.evidence.citing import cited, named
from app.rules.facts import Answers, Facts
from app.rules.finding import Said
from app.rules.records import ClaimRecord, SourceRecord
from app.rules.saying import day_in_words
from app.rules.thresholds import THRESHOLDS

CHANGES = {
    "changed": "has changed since it was reviewed",
    "expired": "has expired since it was reviewed",
    "superseded": "was superseded since it was reviewed",
}


def sources_were_reviewed_lately(facts: Facts) -> Iterator[Said]:
    """MT-06: guides change, so what is cited was reviewed within 60 days and describes the path that is followed."""
    for field, row, claim in cited(facts):
        reviewed = claim.source.reviewed_on
        inputs = {
            "claim": claim.id,
            "reviewed on": reviewed.isoformat() if reviewed else None,
            "code path": row.text("code_path") or None,
            "code path on record": claim.code_path or None,
        }
        faults = [*_other_path(row, claim), *_long_ago(claim.source, facts.today)]
        if faults:
            yield Said(
                field,
                f"{' '.join(what for what, _ in faults)} Guides and code change, so what was true on one path or at "
                "one time may not be now.",
                " ".join(remedy for _, remedy in faults),
                inputs,
            )
        elif reviewed is None:
            yield Said(
                field,
                f"{named(claim)} has no review on record, so it cannot be told whether it still says this.",
                "Ask for the source to be reviewed.",
                inputs,
                cannot_tell=True,
            )


def _other_path(row: Answers, claim: ClaimRecord) -> Iterator[tuple[str, str]]:
    followed = row.text("code_path")
    if followed and claim.code_path and followed != claim.code_path:
        yield (
            f"You follow “{followed}”, and the source describes “{claim.code_path}”.",
            "Follow the path that the source describes, or cite a source on yours.",
        )


def _long_ago(source: SourceRecord, today: date) -> Iterator[tuple[str, str]]:
    days = (today - source.reviewed_on).days if source.reviewed_on else 0
    if days > THRESHOLDS.review_days:
        yield f"The source was last reviewed {days} days ago.", "Ask for the source to be reviewed again."


def sources_still_stand(facts: Facts) -> Iterator[Said]:
    """MT-11: a claim that was superseded, or whose source changed, expired or is overdue for review, may not stand."""
    for field, _, claim in cited(facts):
        fate = _fate(claim, facts.today)
        if fate:
            yield Said(
                field,
                f"{fate} What was taken from it may no longer stand.",
                f"Cite “{claim.superseded_by}” instead."
                if claim.superseded_by
                else "Ask for the source to be reviewed again, or cite another.",
                {"claim": claim.id, "source": claim.source.state, "superseded by": claim.superseded_by or None},
            )


def _fate(claim: ClaimRecord, today: date) -> str:
    source = claim.source
    if claim.superseded_by:
        return f"“{claim.id}” was superseded by “{claim.superseded_by}”."
    if source.state in CHANGES:
        return f"{named(claim)} {CHANGES[source.state]}."
    if source.review_by is not None and today > source.review_by:
        return f"{named(claim)} was to be reviewed again by {day_in_words(source.review_by)}."
    return ""
