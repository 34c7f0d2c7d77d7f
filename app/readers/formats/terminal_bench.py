"""terminal-bench, Harbor's predecessor: one results.json with all trials."""

from collections.abc import Iterator, Mapping, Sequence

from app.readers import values
from app.readers.documents import document
from app.readers.head import Head
from app.readers.lines import BadRows
from app.readers.reading import Options, Reading
from app.readers.repeats import Repeats
from app.readers.times import elapsed
from app.readers.trial import Trial, Verdict

NAME = "terminal-bench"
NORMAL = "unset"  # the failure mode of a trial that ran as it should, whether it was resolved or not
GRADER = frozenset({"parse_error", "test_timeout"})
ASKED = frozenset({"unknown_agent_error", "agent_installation_failed", "unknown"})  # nobody knows whose failure it is
TOO_LONG = frozenset({"context_length_exceeded", "output_length_exceeded"})
CANNOT_PROVE = (
    "terminal-bench names neither the model nor its revision in this file.",
    "Agents that run in the sandbox often report no tokens; 0 stands for not measured.",
)


def sniff(head: Head) -> bool:
    """One object with results that are resolved or not."""
    return head.is_document and head.has("results", "n_resolved") and isinstance(head.first["results"], list)


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Each file is a run of its own."""
    return [_read(head, options) for head in heads]


def _read(head: Head, options: Options) -> Reading:
    reading = Reading(NAME, (head.file(NAME),), finished=True, cannot_prove=CANNOT_PROVE)
    reading.trials = _trials(head, reading, options)
    return reading


def _trials(head: Head, reading: Reading, options: Options) -> Iterator[Trial]:
    run = values.mapping(document(head, reading, options))
    _describe(run, reading)
    bad, repeats = BadRows(reading, options, head.source.name), Repeats()
    count, accepted, silent = 0, 0, 0
    asked: dict[str, None] = {}
    for place, given in enumerate(map(values.mapping, values.sequence(run.get("results"))), start=1):
        task = values.name(given.get("task_id"))
        if task is None:
            bad.add(place, "(as a trial) names no task")
            continue
        trial = _trial(given, task, repeats.next(task))
        count += 1
        accepted += trial.verdict is Verdict.ACCEPTED
        silent += trial.verdict is Verdict.NONE
        if trial.error_type in ASKED and trial.verdict is Verdict.NONE:
            asked[trial.error_type] = None
        yield trial
    bad.close()
    if asked:
        reading.remark(
            "ask", f"Ask the customer whether these count as failures: {', '.join(asked)}. Here they are no verdict."
        )
    if silent and "accuracy" in reading.stated:
        rates = f"{accepted} of {count} is {accepted / count:.6f}"
        if count > silent:
            rates += f", {accepted} of the {count - silent} that were graded is {accepted / (count - silent):.6f}"
        reading.remark(
            "two-rates", f"The accuracy that the file states counts trials without a verdict as failures: {rates}."
        )


def _describe(run: Mapping[str, object], reading: Reading) -> None:
    accuracy = values.number(run.get("accuracy"))
    if accuracy is not None:
        reading.stated["accuracy"] = accuracy
    given = run.get("pass_at_k")
    pairs = values.numbers({str(key): value for key, value in values.mapping(given).items()})
    reading.stated.update({f"pass@{key}": value for key, value in pairs.items()})


def _trial(given: Mapping[str, object], task: str, repeat: int) -> Trial:
    mode = values.text(given.get("failure_mode"))
    mode = None if mode in {NORMAL, "none"} else mode
    verdict = _verdict(given.get("is_resolved"), mode)
    tokens_in, tokens_out = (
        values.count(given.get("total_input_tokens")),
        values.count(given.get("total_output_tokens")),
    )
    is_known = bool(tokens_in is not None and tokens_out is not None and tokens_in + tokens_out)
    return Trial(
        task_id=task,
        repeat=repeat,
        verdict=verdict,
        reward={Verdict.ACCEPTED: 1.0, Verdict.REJECTED: 0.0}.get(verdict),
        error_type=mode,
        infra=mode in GRADER if mode and mode not in ASKED else None,
        truncated=mode in TOO_LONG if mode else None,
        latency_s=elapsed(given.get("agent_started_at"), given.get("agent_ended_at")),
        latency_kind="agent",
        tokens_in=tokens_in if is_known else None,
        tokens_out=tokens_out if is_known else None,
        usage_known=is_known,
        started_at=values.text(given.get("trial_started_at")),
        finished_at=values.text(given.get("trial_ended_at")),
    )


def _verdict(is_resolved: object, mode: str | None) -> Verdict:
    if is_resolved is True:
        return Verdict.ACCEPTED
    if is_resolved is False and mode not in GRADER and mode not in ASKED:
        return Verdict.REJECTED
    return Verdict.NONE
