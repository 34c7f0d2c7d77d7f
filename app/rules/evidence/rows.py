"""The rows of this item in the catalogue: weight, what is read, source, function, and words for the page of rules."""

from app.rules.evidence import answers
from app.rules.finding import Severity
from app.rules.rule import Rule

BLOCK, PROMISE, WARN, NOTE = Severity.BLOCK, Severity.PROMISE, Severity.WARN, Severity.NOTE

ROWS = (
    Rule(
        "MT-01",
        BLOCK,
        BLOCK,
        reads="evidence, the lattice",
        source="L3",
        judge=answers.evidence_is_for_this_checkpoint,
    ),
    Rule(
        "MT-02",
        BLOCK,
        BLOCK,
        reads="evidence, the lattice",
        source="L11",
        judge=answers.sibling_results_stay_home,
    ),
    Rule(
        "MT-03",
        WARN,
        WARN,
        reads="ev SAO",
        source="L7",
    ),
    Rule(
        "MT-04",
        WARN,
        WARN,
        reads="evidence, the lattice",
        source="L3",
    ),
    Rule(
        "MT-05",
        BLOCK,
        BLOCK,
        reads="evidence, the kind of source",
        source="L6",
        judge=answers.publications_are_no_validation,
    ),
    Rule(
        "MT-06",
        WARN,
        WARN,
        reads="evidence, review dates, evidence[].code_path",
        source="L3, L10; unsloth PR #10891",
    ),
    Rule(
        "MT-07",
        WARN,
        WARN,
        reads="ev Nemotron",
        source="L14",
    ),
    Rule(
        "MT-08",
        WARN,
        WARN,
        reads="ev Inkling/Tinker",
        source="L13",
    ),
    Rule(
        "MT-09",
        BLOCK,
        BLOCK,
        reads="environment.sequence_length_source, baseline.cost_source, budget.sources",
        source="L11",
        judge=answers.numbers_are_the_customers_own,
    ),
    Rule(
        "MT-10",
        WARN,
        WARN,
        reads="ev notebook",
        source="Unsloth Qwen3.8 page (page)",
    ),
    Rule(
        "MT-11",
        WARN,
        WARN,
        reads="evidence, claim status",
        source="L3",
    ),
    Rule(
        "MT-12",
        BLOCK,
        BLOCK,
        reads="evidence, the claim's method, training.method",
        source="registry (Super: asynchronous, Nano: synchronous; Inkling: unspecified)",
        judge=answers.evidence_names_the_method,
    ),
    Rule(
        "MT-13",
        NOTE,
        NOTE,
        reads="evidence, registry",
        source="L3",
    ),
    Rule(
        "MT-14",
        BLOCK,
        BLOCK,
        reads="evidence",
        source="L3",
        judge=answers.evidence_is_on_record,
    ),
)
