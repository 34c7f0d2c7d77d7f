"""What the results file of lm-evaluation-harness says of a run: model, revision, sampling, figures by filter."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.readers import values
from app.readers.reading import Reading, Refused

COMMIT = re.compile(r"[0-9a-f]{40}")


@dataclass(slots=True)
class Run:
    """A results file, in the words of this house; an empty one stands for a file that is missing."""

    tasks: tuple[str, ...] = ()
    model: str | None = None
    revision: str | None = None
    branch: str | None = None
    stated: dict[str, dict[str, float]] = field(default_factory=dict)  # task -> metric,filter -> value
    errors: dict[str, dict[str, float]] = field(default_factory=dict)  # task -> metric,filter -> standard error
    hashes: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, tuple[int, int]] = field(default_factory=dict)  # task -> original, effective
    settings: dict[str, dict[str, object]] = field(default_factory=dict)
    lower: frozenset[str] = frozenset()  # metrics where less is better

    @classmethod
    def of(cls, results: Mapping[str, object]) -> "Run":
        """Read a results file."""
        config = values.mapping(results.get("config"))
        arguments = _arguments(config.get("model_args"))
        by_task = values.mapping(results.get("results"))
        configs = values.mapping(results.get("configs"))
        revision, branch = _revision(config, arguments)
        run = cls(
            tasks=tuple(task for task in by_task if task in configs),
            model=values.text(arguments.get("pretrained") or arguments.get("model"))
            or values.text(results.get("model_name")),
            revision=revision,
            branch=branch,
            hashes={
                task: digest
                for task, digest in values.mapping(results.get("task_hashes")).items()
                if isinstance(digest, str)
            },
            lower=_lower(values.mapping(results.get("higher_is_better"))),
        )
        extra = _arguments(config.get("gen_kwargs"))
        for task in run.tasks:
            run._figures(task, values.mapping(by_task[task]))
            given = values.mapping(values.mapping(configs[task]).get("generation_kwargs"))
            run.settings[task] = {key: item for key, item in {**given, **extra}.items() if key != "until"}
            size = values.mapping(values.mapping(results.get("n-samples")).get(task))
            original, effective = values.count(size.get("original")), values.count(size.get("effective"))
            if original is not None and effective is not None:
                run.sizes[task] = (original, effective)
        return run

    def _figures(self, task: str, figures: Mapping[str, object]) -> None:
        stated, errors = self.stated.setdefault(task, {}), self.errors.setdefault(task, {})
        for key, value in figures.items():
            name, comma, chosen = key.partition(",")
            number = values.number(value)
            if not comma or number is None:
                continue
            if name.endswith("_stderr"):
                errors[f"{name.removesuffix('_stderr')},{chosen}"] = number
            else:
                stated[key] = number

    def sampling(self, task: str) -> dict[str, object]:
        """Return how answers were sampled; of the only task where none is named."""
        return self.settings.get(task or next(iter(self.tasks), ""), {})

    def chosen(self, scorer: str | None, file: str) -> tuple[str | None, str | None]:
        """Return the metric and the filter that count; refuse a score that the file does not have."""
        known = list(dict.fromkeys(key for stated in self.stated.values() for key in stated))
        if scorer is None:
            metric, _, chosen = known[0].partition(",") if known else ("", "", "")
            return metric or None, chosen or None
        fitting = [key for key in known if scorer == key or scorer in key.split(",")]
        if known and not fitting:
            raise Refused(f"{file} has no score {scorer}; it has {', '.join(known[:20])}.", "no-such-score")
        metric, _, chosen = (fitting[0] if fitting else scorer).partition(",")
        return metric or None, chosen or None

    def describe(self, reading: Reading, metric: str | None, chosen: str | None, read: tuple[str, ...]) -> None:
        """Take over into a reading what the file says about the run."""
        key = f"{metric},{chosen}"
        for task, stated in self.stated.items():
            for name, value in stated.items():
                reading.stated[f"{task}:{name}"] = value
            if len(self.stated) == 1 and key in stated:
                reading.stated["accuracy"] = stated[key]
                if key in self.errors[task]:
                    reading.stated["stderr"] = self.errors[task][key]
        reading.filters = tuple(
            dict.fromkeys(name.partition(",")[2] for stated in self.stated.values() for name in stated)
        )
        sizes = [self.sizes[task] for task in read if task in self.sizes]
        if sizes and len(sizes) == len(read):
            reading.dataset_tasks, reading.total = (sum(size[part] for size in sizes) for part in (0, 1))
            if reading.total < reading.dataset_tasks:
                reading.limited_to = reading.total
                reading.remark(
                    "limited", f"The run was limited to {reading.total:,} of {reading.dataset_tasks:,} documents."
                )
        if self.branch is not None:
            said = f'The run names the revision "{self.branch}", which can move; the commit that was run is not known.'
            reading.remark("moving-revision", said)
        if metric in self.lower:
            reading.remark(
                "lower-is-better", f"Less {metric} is better, so that no threshold from below was applied to it."
            )


def _arguments(given: object) -> Mapping[str, object]:
    """Read "pretrained=a,revision=b", which newer files give as an object."""
    if isinstance(given, str):
        pairs = (part.partition("=") for part in given.split(","))
        return {name.strip(): value.strip() for name, equals, value in pairs if equals}
    return values.mapping(given)


def _revision(config: Mapping[str, object], arguments: Mapping[str, object]) -> tuple[str | None, str | None]:
    """Return the commit of the weights, or the branch that was asked for instead."""
    sha = values.text(config.get("model_sha"))
    if sha is not None:
        return sha, None
    asked = values.text(arguments.get("revision")) or values.text(config.get("model_revision"))
    if asked is not None and COMMIT.fullmatch(asked):
        return asked, None
    return None, asked


def _lower(better: Mapping[str, object]) -> frozenset[str]:
    return frozenset(
        metric
        for by_metric in better.values()
        for metric, is_higher in values.mapping(by_metric).items()
        if is_higher is False
    )
