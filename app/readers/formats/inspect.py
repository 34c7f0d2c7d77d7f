"""Inspect logs: the .json of old, and the .eval archive, of runs that ended, crashed or were cancelled."""

from collections.abc import Iterator, Mapping, Sequence

from app.readers import archives, values
from app.readers.documents import document
from app.readers.formats.inspect_sample import Samples
from app.readers.head import Head, Shape
from app.readers.judging import Judge
from app.readers.lines import BadRows
from app.readers.parsing import UnreadableError
from app.readers.reading import Options, Reading, Refused
from app.readers.trial import Trial

NAME = "inspect"
HEADER, START, SUMMARIES = "header.json", "_journal/start.json", "summaries.json"
JOURNAL, SAMPLES = "_journal/summaries/", "samples/"
CANNOT_PROVE = (
    "An Inspect log names the model, not the revision of its weights; the commit in it is that of the task's code.",
)


def sniff(head: Head) -> bool:
    """An archive with a header or a journal, or one object with eval and status."""
    if head.shape is Shape.ZIP:
        return HEADER in head.names or START in head.names
    run = head.first.get("eval")
    return head.is_document and isinstance(run, dict) and {"task", "model"} <= run.keys() and head.has("status")


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Each log is a run of its own."""
    return [_read(head, options) for head in heads]


def _read(head: Head, options: Options) -> Reading:
    reading = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
    if head.shape is Shape.ZIP:
        archive = _Archive(head, reading, options)
        samples = _samples(archive.header, reading, options)
        reading.trials = _trials(archive.samples(), samples, reading)
        return reading
    log = values.mapping(document(head, reading, options))
    samples = _samples({key: value for key, value in log.items() if key != "samples"}, reading, options)
    reading.trials = _trials(_listed(head, reading, options), samples, reading)
    return reading


def _listed(head: Head, reading: Reading, options: Options) -> Iterator[Mapping[str, object]]:
    """Read the log again when its turn comes, so that only one is in memory at a time."""
    log = values.mapping(document(head, reading, options))
    yield from map(values.mapping, values.sequence(log.get("samples")))


def _trials(found: Iterator[Mapping[str, object]], samples: Samples, reading: Reading) -> Iterator[Trial]:
    count, nameless = 0, 0
    for sample in found:
        trial = samples.trial(sample)
        if trial is None:
            nameless += 1
            continue
        count += 1
        yield trial
    if nameless:
        reading.remark("bad-row", f"Samples without an id, which are left out: {nameless:,}.")
    if reading.total is not None and count < reading.total:
        missing = reading.total - count
        reading.remark(
            "samples-missing",
            f"{missing:,} of {reading.total:,} samples of the run are not in the log; they have no verdict.",
        )
    samples.close(reading)


def _samples(header: Mapping[str, object], reading: Reading, options: Options) -> Samples:
    """Take over what the log says about the run, and return the reader of its samples."""
    run, results = values.mapping(header.get("eval")), values.mapping(header.get("results"))
    _status(header, run, results, reading)
    scorer = _scorer(run, results, options, reading)
    _stated(results, scorer, reading)
    sampling = {**values.mapping(values.mapping(header.get("plan")).get("config"))}
    sampling.update(values.mapping(run.get("model_generate_config")))
    return Samples(
        judge=Judge(reading, options),
        model=values.text(run.get("model")),
        sampling={key: value for key, value in sampling.items() if value is not None},
        scorer=scorer,
        is_invalidated=bool(reading.invalidated),
        cluster=_cluster(run, results, scorer),
    )


def _status(
    header: Mapping[str, object], run: Mapping[str, object], results: Mapping[str, object], reading: Reading
) -> None:
    reading.status = values.text(header.get("status")) or "started"
    reading.finished = reading.status == "success"
    reading.invalidated = bool(header.get("invalidated"))
    reading.total = values.count(results.get("total_samples"))
    reading.completed = values.count(results.get("completed_samples"))
    if not reading.finished:
        said = f'The run did not finish: its status is "{reading.status}".'
        if results.get("scores"):
            said += " Figures in the log are those of a part."
        reading.remark("unfinished", said)
    if reading.invalidated:
        reading.remark("invalidated", "The run was marked as invalid in Inspect; no sample has a verdict.")
    _limited(run, reading)


def _limited(run: Mapping[str, object], reading: Reading) -> None:
    config, dataset = values.mapping(run.get("config")), values.mapping(run.get("dataset"))
    reading.dataset_tasks = values.count(dataset.get("samples"))
    if config.get("limit") is None:
        return
    epochs = max(1, values.count(config.get("epochs")) or 1)
    listed = len(values.sequence(dataset.get("sample_ids")))
    reading.limited_to = listed or (reading.total // epochs if reading.total else values.count(config.get("limit")))
    if (
        reading.limited_to is not None
        and reading.dataset_tasks is not None
        and reading.limited_to < reading.dataset_tasks
    ):
        reading.remark(
            "limited",
            f"The run was limited to {reading.limited_to:,} of the {reading.dataset_tasks:,} tasks of its set.",
        )


def _scorer(run: Mapping[str, object], results: Mapping[str, object], options: Options, reading: Reading) -> str | None:
    """Return the declared score; one that the log does not have is refused, as long as the log lists its scores."""
    listed = [*values.sequence(results.get("scores")), *values.sequence(run.get("scorers"))]
    names = {
        name for item in listed for key in ("name", "scorer") if (name := values.text(values.mapping(item).get(key)))
    }
    chosen = options.scorer
    if chosen is not None and names and chosen.split(".")[0] not in names:
        raise Refused(
            f"{reading.files[0].name} has no score {chosen}; it has {', '.join(sorted(names))}.", "no-such-score"
        )
    return chosen or (names.pop() if len(names) == 1 else None)


def _cluster(run: Mapping[str, object], results: Mapping[str, object], scorer: str | None) -> str | None:
    """Return the key of the samples' metadata that the standard error was clustered by, where a metric names one."""
    listed = map(values.mapping, [*values.sequence(results.get("scores")), *values.sequence(run.get("scorers"))])
    for item in listed:
        metrics = item.get("metrics")
        for metric in metrics.values() if isinstance(metrics, dict) else values.sequence(metrics):
            settings = values.mapping(metric)
            given = values.mapping(settings.get("params") or settings.get("options")).get("cluster")
            if values.text(given) and scorer in {None, item.get("name")}:
                return values.text(given)
    return None


def _stated(results: Mapping[str, object], scorer: str | None, reading: Reading) -> None:
    for item in map(values.mapping, values.sequence(results.get("scores"))):
        name, reducer = values.text(item.get("name")) or "", values.text(item.get("reducer"))
        for metric in map(values.mapping, values.mapping(item.get("metrics")).values()):
            label, value = values.text(metric.get("name")), values.number(metric.get("value"))
            if label is None or value is None:
                continue
            reading.stated[".".join(filter(None, (name, reducer, label)))] = value
            if scorer in {None, name}:
                reading.stated.setdefault(label, value)


class _Archive:
    """The entries of an .eval archive."""

    def __init__(self, head: Head, reading: Reading, options: Options) -> None:
        self._source = head.source
        self._options = options
        self._reading = reading
        self._entries = archives.entries(head.source, options.limits)
        self._bad = BadRows(reading, options, head.source.name)
        self.header = self._header()

    def _header(self) -> Mapping[str, object]:
        entry = self._entries.get(HEADER) or self._entries[START]
        try:
            return values.mapping(archives.value(self._source, entry, self._options))
        except UnreadableError as fault:
            raise Refused(f"{self._source.name}: its header {fault}.", "unreadable") from None

    def samples(self) -> Iterator[Mapping[str, object]]:
        """Yield the samples; those that are only summarised, or too large to read whole, from their summary."""
        whole: set[tuple[str, object]] = set()
        for name in sorted(self._entries):
            if name.startswith(SAMPLES) and name.endswith(".json"):
                sample = self._value(name)
                if isinstance(sample, dict):
                    whole.add((str(sample.get("id")), sample.get("epoch")))
                    yield sample
        for summary in self._summaries():
            if (str(summary.get("id")), summary.get("epoch")) not in whole:
                yield summary

    def _summaries(self) -> Iterator[Mapping[str, object]]:
        names = [SUMMARIES] if SUMMARIES in self._entries else sorted(n for n in self._entries if n.startswith(JOURNAL))
        for name in names:
            yield from map(values.mapping, values.sequence(self._value(name)))

    def _value(self, name: str) -> object:
        try:
            return archives.value(self._source, self._entries[name], self._options)
        except UnreadableError as fault:
            self._reading.remark("bad-entry", f"The entry {values.text(name)} of {self._source.name} {fault}.")
            return None
