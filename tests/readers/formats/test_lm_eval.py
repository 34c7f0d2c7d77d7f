"""lm-evaluation-harness: results and samples, several filters, several tasks, files of 2024."""

import hashlib

from app.readers.files import read_files
from app.readers.source import Source
from tests.readers.making import codes, document, lines, read, refusal, said, summary, trials, verdicts

FILTERS = ("strict-match", "flexible-extract")
CONFIG = {
    "model": "hf",
    "model_args": "pretrained=maker/model,revision=main,dtype=bfloat16",
    "model_sha": "c" * 40,
    "gen_kwargs": "temperature=0.6",
}


def sample(doc: int, value: object, chosen: str = FILTERS[0], **fields: object) -> dict[str, object]:
    hashes = {f"{part}_hash": f"{part}{doc}" for part in ("doc", "prompt", "target")}
    return {
        "doc_id": doc, "resps": [["said"]], "filtered_resps": ["said"], "filter": chosen, "metrics": ["exact_match"],
        "exact_match": value, **hashes, **fields,
    }  # fmt: skip


def digest(*docs: int) -> str:
    return hashlib.sha256("".join(f"doc{doc}prompt{doc}target{doc}" for doc in docs).encode()).hexdigest()


def results(tasks: dict[str, dict[str, float]], **fields: object) -> Source:
    return document(
        fields.pop("name", "results.json"),  # type: ignore[arg-type]  # a name
        {
            "results": {task: {"alias": task, **stated} for task, stated in tasks.items()},
            "configs": {task: {"generation_kwargs": {"until": ["\n"], "do_sample": False}} for task in tasks},
            "n-shot": dict.fromkeys(tasks, 0),
            "config": CONFIG,
            **fields,
        },
    )


STATED = {
    "exact_match,strict-match": 0.5,
    "exact_match_stderr,strict-match": 0.1,
    "exact_match,flexible-extract": 1.0,
}
BOTH = lines(
    "samples.jsonl", *(sample(doc, doc if chosen == FILTERS[0] else 1, chosen) for chosen in FILTERS for doc in (0, 1))
)


def test_each_document_counts_once_by_the_declared_filter() -> None:
    run = results({"sums": STATED})
    assert verdicts(run, BOTH, scorer="exact_match,strict-match", threshold=1) == ["r", "a"]
    assert verdicts(run, BOTH, scorer="flexible-extract", threshold=1) == ["a", "a"]
    assert verdicts(run, BOTH, scorer="exact_match", threshold=1) == ["r", "a"]
    assert verdicts(run, BOTH, threshold=1) == ["r", "a"]
    assert said(read(run, BOTH), "several-filters") == (
        "Each document stands there once per filter (strict-match, flexible-extract); strict-match was read."
    )


def test_a_run_is_described_by_its_results() -> None:
    reading = read(results({"sums": STATED}, **{"n-samples": {"sums": {"original": 8, "effective": 2}}}), BOTH)
    first, _ = reading.trials
    assert (first.task_id, first.prompt_hash, first.reward, first.has_output) == ("doc0", "prompt0", 0.0, True)
    assert (first.model_name, first.model_revision) == ("maker/model", "c" * 40)
    assert first.sampling == {"do_sample": False, "temperature": "0.6"}
    assert (first.latency_s, first.tokens_in, first.usage_known) == (None, None, False)
    assert (reading.dataset_tasks, reading.total, reading.limited_to) == (8, 2, 2)
    assert said(reading, "limited") == "The run was limited to 2 of 8 documents."
    assert reading.filters == FILTERS
    assert (reading.stated["accuracy"], reading.stated["stderr"]) == (0.5, 0.1)
    assert reading.stated["sums:exact_match,flexible-extract"] == 1.0
    assert [file.name for file in reading.files] == ["results.json", "samples.jsonl"]


def test_a_score_that_is_not_there_is_refused() -> None:
    run = results({"sums": STATED})
    code, sentence = refusal(run, BOTH, scorer="acc")
    assert (code, sentence) == (
        "no-such-score",
        "results.json has no score acc; it has exact_match,strict-match, exact_match,flexible-extract.",
    )
    assert refusal(BOTH, scorer="exact_match,none") == (
        "no-such-score",
        "samples.jsonl has no rows for exact_match,none; its filters are strict-match, flexible-extract.",
    )
    assert verdicts(results({"sums": {}}), BOTH, scorer="exact_match,strict-match", threshold=1) == ["r", "a"]


def test_rows_that_the_run_counts_and_that_are_missing_are_said() -> None:
    reading = read(results({"sums": STATED}, **{"n-samples": {"sums": {"original": 3, "effective": 3}}}), BOTH)
    assert said(reading, "rows-missing") == "Rows that the run counts and that are not here: 1."


def test_samples_alone_are_read_without_a_model() -> None:
    found = trials(BOTH, threshold=1)
    assert [(trial.model_name, trial.verdict) for trial in found] == [(None, "rejected"), (None, "accepted")]
    assert "no-results" in codes(read(BOTH))


def test_results_alone_give_their_figures() -> None:
    reading = read(results({"sums": STATED}))
    assert list(reading.trials) == []
    assert said(reading, "no-samples") == "The rows of these tasks are not here, only their figures: sums."
    many = read(results({f"task{number}": {} for number in range(7)}))
    assert said(many, "no-samples").endswith("task0, task1, task2, task3, task4 and more.")


def test_samples_of_several_tasks_go_to_their_task_by_digest_and_means() -> None:
    one = lines("x.jsonl", sample(0, 1), sample(1, 1))
    two = lines("y.jsonl", sample(2, 0), sample(3, 1))
    three = lines("z.jsonl", sample(4, 0.25))
    tasks = {"b": {"exact_match,strict-match": 0.5}, "a": {"exact_match,strict-match": 1.0}}
    run = results(tasks, task_hashes={"a": digest(0, 1), "b": digest(2, 3), "odd": 1})
    first, second = read_files([one, run, two, three])
    assert [(trial.task_id, trial.reward) for trial in first.trials] == [
        ("a/doc0", 1.0), ("a/doc1", 1.0), ("b/doc2", 0.0), ("b/doc3", 1.0),
    ]  # fmt: skip
    assert [file.name for file in second.files] == ["z.jsonl"]


def test_two_models_on_the_same_documents_are_told_apart_by_their_means() -> None:
    good, bad = lines("a.jsonl", sample(0, 1)), lines("b.jsonl", sample(0, 0))
    runs = [
        results({"sums": {"exact_match,strict-match": mean}}, name=f"{mean}.json", task_hashes={"sums": digest(0)})
        for mean in (0.0, 1.0)
    ]
    readings = read_files([good, bad, *runs])
    assert [[file.name for file in reading.files] for reading in readings] == [
        ["0.0.json", "b.jsonl"],
        ["1.0.json", "a.jsonl"],
    ]


def test_files_of_2024_name_neither_filter_nor_metrics_nor_commit() -> None:
    old = [
        {key: value for key, value in sample(doc, doc).items() if key not in {"filter", "metrics"}} for doc in (0, 1)
    ]
    old[0] |= {"doc": {"q": 1}, "acc": True}
    config = {"model": "hf", "model_args": {"pretrained": "maker/model"}, "model_revision": "main"}
    run = results({"sums": {"exact_match,none": 0.5}}, config=config)
    reading = read(run, lines("samples.jsonl", *old))
    first, second = reading.trials
    assert (first.verdict, first.components, second.verdict) == ("rejected", {"acc": 1.0}, "accepted")
    assert (first.model_revision, reading.limited_to) == (None, None)
    assert said(reading, "moving-revision") == (
        'The run names the revision "main", which can move; the commit that was run is not known.'
    )


def test_a_commit_that_was_asked_for_is_the_revision() -> None:
    config = {"model_args": f"pretrained=maker/model,revision={'d' * 40},trust"}
    assert summary(results({"sums": STATED}, config=config), BOTH).model_revision == "d" * 40
    assert summary(results({"sums": STATED}, config={}, model_name="named"), BOTH).model_name == "named"


def test_a_metric_where_less_is_better_gives_no_verdict() -> None:
    run = results({"sums": STATED}, higher_is_better={"sums": {"exact_match": False, "other": True}})
    assert verdicts(run, BOTH) == ["-", "-"]
    assert "lower-is-better" in codes(read(run, BOTH))


def test_rows_without_a_document_or_a_score_are_said_or_unknown() -> None:
    odd = sample(0, None) | {"doc_id": None, "doc_hash": None}
    silent = sample(1, [1]) | {"doc_hash": None, "resps": []}
    reading = read(lines("samples.jsonl", odd, silent))
    (trial,) = reading.trials
    assert (trial.task_id, trial.verdict, trial.has_output) == ("1", "none", None)
    assert said(reading, "bad-row") == "Line 1 of samples.jsonl has no document id, and is left out."


def test_samples_that_belong_to_no_results_are_a_run_of_their_own() -> None:
    readings = read_files([results({"sums": STATED, "more": {}}), lines("samples.jsonl", sample(0, 0.125))])
    assert [len(list(reading.trials)) for reading in readings] == [0, 1]


def test_more_filters_than_anybody_has_are_not_all_kept() -> None:
    reading = read(lines("samples.jsonl", *(sample(doc, 1, f"filter {doc}") for doc in range(150))))
    assert [trial.task_id for trial in reading.trials] == ["doc0"]
    assert len(reading.filters) == 100


def test_a_file_without_a_row_that_counts_is_empty() -> None:
    odd: dict[str, object] = {"doc_id": None, "filtered_resps": []}
    assert trials(lines("samples.jsonl", odd, odd)) == []


def test_samples_without_a_number_are_not_told_apart_by_means() -> None:
    run = results({"sums": STATED, "more": {}})
    readings = read_files([run, lines("samples.jsonl", sample(0, None), sample(1, 0.5))])
    assert [len(list(reading.trials)) for reading in readings] == [2]
    alone = read_files([run, lines("samples.jsonl", sample(0, None))])
    assert [len(list(reading.trials)) for reading in alone] == [0, 1]
