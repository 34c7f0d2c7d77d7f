"""Fields of the fourth item: how a result is judged, and the cases that show whether the judge can be trusted."""

from app.inquiries.fields.cases import CASE_TYPES
from app.inquiries.fields.choices import CASE_ORIGINS, DECISIONS, FAILURES, PLACES, VERDICTS, VERIFIERS, sampling
from app.inquiries.fields.kinds import Section, choice, day, longtext, number, rows, share, text, texts, thing, whole
from app.rules.finding import Item

VERIFIER = Section.of(
    "verifier",
    "Verifier",
    Item.REWARD,
    "What turns a finished rollout into a reward, and what happens when that fails.",
    choice("verifier.kind", "How results are judged", VERIFIERS),
    text("verifier.version", "Version of the verifier", "A digest or a commit"),
    thing(
        "verifier.reward_range",
        "Range of the reward",
        number("low", "Lowest", example="0"),
        number("high", "Highest", example="1"),
    ),
    number("verifier.accept_threshold", "Reward from which a result is accepted", example="1"),
    choice("verifier.place", "Where the verifier runs", PLACES),
    choice("verifier.on_error", "When the verifier fails", FAILURES),
    choice("verifier.on_timeout", "When the verifier times out", FAILURES),
    thing(
        "verifier.judge",
        "Judge",
        text("model", "Model that judges"),
        text("revision", "Revision of that model"),
        text("prompt_sha256", "SHA-256 of the judge's prompt"),
        sampling("sampling", "Sampling of the judge"),
        thing(
            "terms",
            "Terms of the judge",
            choice("decision", "Decision", DECISIONS),
            text("by", "Decided by"),
            hint="Whether its terms allow you to train on what it says",
        ),
        hint="Only where a model judges",
    ),
    texts("verifier.components", "Parts of the reward", "One a line, such as tests pass or format holds"),
    share("verifier.false_accept_bound", "Largest share of false accepts that you would bear"),
    longtext("verifier.integrity_check", "What shows that the agent did not touch the verifier"),
    thing(
        "verifier.human_sample",
        "Sample judged by people",
        whole("pairs", "Pairs judged", unit="pairs", example="100"),
        number("agree", "Pairs in agreement", unit="pairs", example="93", minimum=0),
        hint="How often a person, not knowing the verdict, agreed with the verifier",
    ),
    thing(
        "verifier.rollouts_read",
        "Rollouts read by a person",
        whole("count", "How many", unit="rollouts", example="20"),
        text("by", "Read by"),
        day("on", "Read on"),
    ),
)
CASES = Section.of(
    "cases",
    "Cases for the verifier",
    Item.REWARD,
    "Work whose right verdict is known in advance: what must be accepted or rejected, what gives no verdict.",
    choice("verifier.cases_from", "Which tasks the cases are made from", CASE_ORIGINS),
    rows(
        "verifier.cases",
        "Cases",
        "Case",
        text("id", "Name"),
        choice("type", "Kind of case", CASE_TYPES),
        choice("expected", "Expected", VERDICTS),
        choice("observed", "Observed", VERDICTS),
        whole("runs", "Runs", unit="runs", example="60"),
        text("note", "Note"),
        hint="One row for each kind that was tried. An expected verdict without an observed one is a plan, not a test",
    ),
)
SECTIONS = (VERIFIER, CASES)
