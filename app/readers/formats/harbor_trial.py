"""One trial of Harbor: its reward, whether the reward is valid, its clock and its tokens."""

from collections.abc import Mapping

from app.readers import values
from app.readers.judging import Judge
from app.readers.reading import Reading
from app.readers.repeats import Repeats
from app.readers.times import elapsed
from app.readers.trial import Trial, Verdict

USUAL = "reward"
NAMED = 5  # types of exceptions that are told one by one

# Harbor's own table: the agent failed, and the verifier's reward stands …
AGENT = frozenset({
    "AgentTimeout", "ContextLengthExceeded", "ContextWindowExceeded", "OutputTokenExceeded", "OutputLengthExceeded",
    "NonZeroAgentExitCode", "AgentSafetyRefusal",
})  # fmt: skip
# … or the machinery failed, and there is no reward that means anything
MACHINERY = ("Verifier", "RewardFile", "Environment", "Sandbox", "API", "Api", "RateLimit", "Cancelled", "AgentSetup",
             "DownloadVerifierDir", "AddTestsDir", "InternalServer", "ServiceUnavailable")  # fmt: skip
TOO_LONG = frozenset({"ContextLengthExceeded", "ContextWindowExceeded", "OutputTokenExceeded", "OutputLengthExceeded"})


class Trials:
    """Reads the trials of one job, and counts what is to be said of all of them."""

    def __init__(self, judge: Judge, scorer: str | None) -> None:
        self._judge = judge
        self._scorer = scorer
        self._repeats = Repeats()
        self._unknown: dict[str, None] = {}
        self._several: dict[str, None] = {}
        self._nameless = 0
        self._without_cost = 0
        self.seen: set[str | None] = set()
        self.count = 0

    def trial(self, given: Mapping[str, object]) -> Trial:
        """Return the trial of a result; one that names no task is known by its checksum."""
        task = self._task(given)
        self.seen.add(values.text(given.get("trial_name")))
        self.count += 1
        kind = _exception(given)
        rewards = values.numbers(values.mapping(given.get("verifier_result")).get("rewards"))
        reward = self._reward(rewards)
        usage = values.mapping(given.get("agent_result"))
        tokens_in, tokens_out = values.count(usage.get("n_input_tokens")), values.count(usage.get("n_output_tokens"))
        cost, is_known = values.seconds(usage.get("cost_usd")), bool(tokens_in and tokens_out is not None)
        cost = cost if cost or is_known else None
        self._without_cost += cost is None
        return Trial(
            task_id=task,
            repeat=self._repeats.next(task),
            verdict=self._verdict(given, kind, reward),
            reward=reward,
            components={name: value for name, value in rewards.items() if value is not reward},
            model_name=_model(given),
            error_type=kind,
            infra=_is_infra(kind),
            truncated=_base(kind) in TOO_LONG if kind else None,
            latency_s=_elapsed(given.get("agent_execution")),
            latency_kind="agent",
            tokens_in=tokens_in,
            tokens_in_cached=values.count(usage.get("n_cache_tokens")),
            tokens_out=tokens_out,
            usage_known=is_known,
            cost_usd=cost,
            started_at=values.text(given.get("started_at")),
            finished_at=values.text(given.get("finished_at")),
            prompt_hash=values.text(given.get("task_checksum")),
        )

    def _task(self, given: Mapping[str, object]) -> str:
        path = values.mapping(given.get("task_id")).get("path") or given.get("task_id")
        found = values.name(given.get("task_name")) or values.name(path) or values.name(given.get("task_checksum"))
        self._nameless += found is None
        return found or f"unnamed task {self._nameless}"

    def _reward(self, rewards: Mapping[str, float]) -> float | None:
        """Return the declared reward, else the usual one, else the only one."""
        if self._scorer is not None:
            return rewards.get(self._scorer)
        if USUAL in rewards or len(rewards) <= 1:
            return rewards.get(USUAL, next(iter(rewards.values()), None))
        self._several.update(dict.fromkeys(list(rewards)[:NAMED]))
        return None

    def _verdict(self, given: Mapping[str, object], kind: str | None, reward: float | None) -> Verdict:
        if kind is not None and _base(kind) not in AGENT:
            if not _base(kind).startswith(MACHINERY):
                self._unknown[kind] = None
            return Verdict.NONE
        return Verdict.NONE if given.get("reward_valid") is False else self._judge.verdict(reward)

    def close(self, reading: Reading) -> None:
        """Say what holds for all trials."""
        self._judge.close()
        if self._unknown:
            shown = ", ".join(list(self._unknown)[:NAMED])
            said = f"Ask whether the reward stands after {shown}: Harbor would let it stand, here it is no verdict."
            reading.remark("unknown-exceptions", said)
        if self._several:
            reading.remark(
                "scorer-needed",
                f"Trials have several rewards; declare the one that counts: {', '.join(self._several)}.",
            )
        if 0 < self._without_cost < self.count and "cost_usd" in reading.stated:
            said = f"leaves out the trials that report none: {self._without_cost:,} of {self.count:,}"
            reading.remark("cost-partly-known", f"The cost that the job states {said}.")


def _exception(given: Mapping[str, object]) -> str | None:
    about = given.get("exception_info")
    if not about:
        return None
    return values.text(values.mapping(about).get("exception_type")) or "unknown exception"


def _base(kind: str) -> str:
    """Return the type without what languages put at its end: AgentTimeoutError is AgentTimeout."""
    return kind.rpartition(".")[2].removesuffix("Error").removesuffix("Exception")


def _is_infra(kind: str | None) -> bool | None:
    """Say whether the machinery failed; of a type that nobody knows, it is not known."""
    if kind is None or _base(kind) in AGENT:
        return None if kind is None else False
    return True if _base(kind).startswith(MACHINERY) else None


def _model(given: Mapping[str, object]) -> str | None:
    about = values.mapping(values.mapping(given.get("agent_info")).get("model_info"))
    asked = values.mapping(values.mapping(given.get("config")).get("agent"))
    return values.text(about.get("name")) or values.text(asked.get("model_name"))


def _elapsed(given: object) -> float | None:
    about = values.mapping(given)
    return elapsed(about.get("started_at"), about.get("finished_at"))
