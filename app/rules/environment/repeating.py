"""Whether a rollout and its verdict can be repeated: token ids, a second grading, the same conditions as before."""

from collections.abc import Iterator

from app.rules.environment.doubt import cannot_tell
from app.rules.facts import Answers, Facts
from app.rules.finding import Said
from app.rules.inputs import plain, seen
from app.rules.thresholds import THRESHOLDS

VERDICTS = {"accept": "accepted", "reject": "rejected", "no-verdict": "without a verdict"}


def sampled_tokens_are_the_trained_ones(facts: Facts) -> Iterator[Said]:
    """EN-10: text that is turned into tokens again after each turn need not give the tokens that were sampled."""
    answers = facts.answers
    if answers.lacks("rollout.token_check") and answers.number("environment.max_turns") != 1:
        yield Said(
            "rollout.token_check",
            "No check shows that the trained token ids are those that were sampled. Over several turns, text that is "
            "turned into tokens again can come out as other tokens.",
            "Compare the ids on 20 rollouts, and say what came out.",
            seen(answers, "environment.max_turns", "rollout.token_check"),
        )


def verdict_is_repeatable(facts: Facts) -> Iterator[Said]:
    """EN-14: the same state, graded twice, gets the same verdict."""
    answers = facts.answers
    if "verifier.cases" in answers.unreadable:
        return
    tried = False
    for index, case in enumerate(answers.rows("verifier.cases")):
        if case.values.get("type") != "V30":
            continue
        field = f"verifier.cases.{index}"
        tried = tried or case.answered("observed")
        expected, observed = case.text("expected"), case.text("observed")
        if expected and observed and expected != observed:
            yield Said(
                field,
                f"Work that should be {_verdict(expected)} was {_verdict(observed)} when it was graded again. A "
                "verdict that changes by itself rewards chance.",
                "Find out what differs between the two gradings, and grade again in a fresh box.",
                {field: plain(case)},
            )
    if not tried and not any("type" in case.unreadable for case in answers.rows("verifier.cases")):
        yield Said(
            "verifier.cases",
            "No finished work was graded twice, so nobody knows whether a verdict can be repeated. A verdict that "
            "changes by itself rewards chance.",
            "Grade each reference solution twice, the second time in a fresh box, and enter what came out.",
            {"verifier.cases": [plain(case) for case in answers.rows("verifier.cases") if case.text("type") == "V30"]},
        )


def _verdict(token: str) -> str:
    return VERDICTS.get(token, token)


def baseline_had_these_conditions(facts: Facts) -> Iterator[Said]:
    """EN-15: with another time limit or other tools, the baseline measured another task."""
    answers = facts.answers
    before, now = answers.number("baseline.agent_limit_s"), answers.number("environment.agent_limit_s")
    if before is not None and now is not None and before != now:
        yield Said(
            "environment.agent_limit_s",
            f"The agent has {now:,} seconds here, and had {before:,} in the baseline. The baseline then measured "
            "another task.",
            "Use one limit. Some harnesses pass over a task's limit unless they are told, so look at which one held.",
            seen(answers, "baseline.agent_limit_s", "environment.agent_limit_s"),
        )
    if not answers.readable("baseline.tools"):
        return
    old, new = _tools(answers, "baseline.tools"), _tools(answers, "environment.tools")
    if old and new and old != new:
        names = sorted({name for name, _ in old ^ new})
        yield Said(
            "environment.tools",
            f"The tools differ from those of the baseline: {', '.join(names)}. The baseline then measured another "
            "task.",
            "Use the same tools at the same versions, or measure the baseline again.",
            seen(answers, "baseline.tools", "environment.tools"),
        )


def _tools(answers: Answers, name: str) -> frozenset[tuple[str, str]]:
    """Return names with versions; none where there is no list or part of it cannot be read."""
    rows = [row for _, row in answers.numbered(name)]
    if any(row.unreadable for row in rows):
        return frozenset()
    return frozenset((row.text("name"), row.text("version")) for row in rows)


def tools_do_not_keep_failing(facts: Facts) -> Iterator[Said]:
    """EN-17: where many rollouts meet one and the same error, the environment lacks something."""
    answers, runs = facts.answers, facts.measured.runs
    share = runs.tool_error_share if runs else None
    if answers.lacks("baseline.files") and runs is None:
        return
    inputs = {**seen(answers, "baseline.files"), "share": share, "error": runs and runs.commonest_tool_error}
    if runs is None or share is None:
        yield cannot_tell(
            "baseline.files",
            "No rows of the baseline with the tools' answers were read, so it cannot be told whether one keeps failing",
            "Nothing is asked of you; an engineer will look at it.",
            inputs,
        )
    elif share >= THRESHOLDS.same_error_share:
        yield Said(
            "baseline.files",
            f"In {100 * share:.0f} % of the baseline's rollouts a tool gave one error: “{runs.commonest_tool_error}”. "
            "The environment lacks something that the task needs.",
            "Mend the environment, and measure the baseline again.",
            inputs,
        )
