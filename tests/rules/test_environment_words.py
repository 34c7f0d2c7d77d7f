"""The exact words of the rules about the environment, with what each of them looked at."""

from typing import Any

import pytest

from app.rules.catalogue import CATALOGUE
from app.rules.finding import Said
from app.rules.measured import NOTHING_MEASURED, Measured, RunFacts
from tests.rules.examples import CASES, LARGE, facts, row

JUDGES = {rule.id: rule.judge for rule in CATALOGUE}
SPOKEN: list[tuple[str, dict[str, Any], Measured, list[Said]]] = [
    (
        "EN-01",
        {"environment.image": None},
        NOTHING_MEASURED,
        [
            Said(
                "environment.image",
                ("No image of the environment is named, so nobody can run the same environment again."),
                "Give the image with its digest, sha256: and 64 characters.",
                {"environment.image": None},
            )
        ],
    ),
    (
        "EN-01",
        {"environment.image": "images.example/shop:1"},
        NOTHING_MEASURED,
        [
            Said(
                "environment.image",
                ("“images.example/shop:1” names no digest, so the environment can change between two runs."),
                "Give the image with its digest, sha256: and 64 characters.",
                {"environment.image": "images.example/shop:1"},
            )
        ],
    ),
    (
        "EN-02",
        {"environment.tools": (row(name="Various"),)},
        NOTHING_MEASURED,
        [
            Said(
                "environment.tools.0",
                ("“Various” does not say which tool is meant. What the agent may call decides what it can do."),
                "Name each tool that the agent may call, with its version.",
                {"environment.tools.0": {"name": "Various"}},
            )
        ],
    ),
    (
        "EN-02",
        {"environment.tools": (row(version="1"),)},
        NOTHING_MEASURED,
        [
            Said(
                "environment.tools.0",
                "This row names no tool. What the agent may call decides what it can do.",
                "Name each tool that the agent may call, with its version.",
                {"environment.tools.0": {"version": "1"}},
            )
        ],
    ),
    (
        "EN-03",
        {"environment.network_agent": None},
        NOTHING_MEASURED,
        [
            Said(
                "environment.network_agent",
                (
                    "It is not said which network can be reached while the agent works. With the public network, "
                    "answers can be fetched instead of worked out."
                ),
                "Choose no network, an allow-list, or the public network.",
                {"environment.network_agent": None},
            )
        ],
    ),
    (
        "EN-03",
        {"environment.network_verifier": None},
        NOTHING_MEASURED,
        [
            Said(
                "environment.network_verifier",
                (
                    "It is not said which network can be reached while its work is graded. With the public network, "
                    "answers can be fetched instead of worked out."
                ),
                "Choose no network, an allow-list, or the public network.",
                {"environment.network_verifier": None},
            )
        ],
    ),
    (
        "EN-04",
        {"environment.network_agent": "public"},
        NOTHING_MEASURED,
        [
            Said(
                "environment.network_agent",
                (
                    "The agent can reach the public network while it works. It can then fetch a published answer "
                    "instead of working it out."
                ),
                "Allow only the addresses that the task needs, or no network.",
                {"environment.network_agent": "public"},
            )
        ],
    ),
    (
        "EN-05",
        {"environment.boot_limit_s": None},
        NOTHING_MEASURED,
        [
            Said(
                "environment.boot_limit_s",
                (
                    "There is no time limit for starting the environment. A task then has no longest duration, and "
                    "the run no bound."
                ),
                "Give the limit in seconds.",
                {"environment.boot_limit_s": None},
            )
        ],
    ),
    (
        "EN-05",
        {"environment.agent_limit_s": None},
        NOTHING_MEASURED,
        [
            Said(
                "environment.agent_limit_s",
                (
                    "There is no time limit for the agent's work. A task then has no longest duration, and the run "
                    "no bound."
                ),
                "Give the limit in seconds.",
                {"environment.agent_limit_s": None},
            )
        ],
    ),
    (
        "EN-05",
        {"environment.verifier_limit_s": None},
        NOTHING_MEASURED,
        [
            Said(
                "environment.verifier_limit_s",
                ("There is no time limit for grading. A task then has no longest duration, and the run no bound."),
                "Give the limit in seconds.",
                {"environment.verifier_limit_s": None},
            )
        ],
    ),
    (
        "EN-06",
        {"environment.sequence_length": None},
        NOTHING_MEASURED,
        [
            Said(
                "environment.sequence_length",
                "No sequence length is given. It decides memory, cost and what is cut off.",
                ("Measure baseline rollouts, and give the length of prompt and answer together, in tokens."),
                {"environment.sequence_length": None},
            )
        ],
    ),
    (
        "EN-06",
        {"environment.sequence_length_source": None},
        NOTHING_MEASURED,
        [
            Said(
                "environment.sequence_length_source",
                (
                    "It is not said where the sequence length comes from. A length from a paper says nothing about "
                    "your task."
                ),
                "Say whether it was measured on your own rollouts or assumed.",
                {"environment.sequence_length_source": None},
            )
        ],
    ),
    (
        "EN-06",
        {"environment.sequence_length_source": "published"},
        NOTHING_MEASURED,
        [
            Said(
                "environment.sequence_length_source",
                ("The sequence length comes from a publication. It was measured on somebody else's task."),
                "Measure your own baseline rollouts, and give their longest length.",
                {"environment.sequence_length": 32768, "environment.sequence_length_source": "published"},
            )
        ],
    ),
    (
        "EN-07",
        {},
        Measured(runs=RunFacts(rows=600, tasks=200, accepted=240, rejected=360, no_verdict=0, longest_tokens=40000)),
        [
            Said(
                "environment.sequence_length",
                (
                    "32,768 tokens are allowed, and the longest baseline rollout took 40,000. Work that was done "
                    "today would be cut off."
                ),
                "Allow at least 40,000 tokens, or say which share of rollouts may be cut.",
                {"environment.sequence_length": 32768, "longest": 40000, "p99": None},
            )
        ],
    ),
    (
        "EN-07",
        {},
        Measured(runs=RunFacts(rows=600, tasks=200, accepted=240, rejected=360, no_verdict=0, tokens_p99=40000.5)),
        [
            Said(
                "environment.sequence_length",
                (
                    "32,768 tokens are allowed, and 99 of 100 baseline rollouts took up to 40,000. Work that was "
                    "done today would be cut off."
                ),
                "Allow at least 40,000 tokens, or say which share of rollouts may be cut.",
                {"environment.sequence_length": 32768, "longest": None, "p99": 40000.5},
            )
        ],
    ),
    (
        "EN-07",
        {},
        NOTHING_MEASURED,
        [
            Said(
                "environment.sequence_length",
                (
                    "No rows of the baseline with token counts were read, so it cannot be told whether this cuts "
                    "work off. It counts neither as right nor as wrong."
                ),
                "Upload the rows of the baseline with the tokens of prompt and answer.",
                {"environment.sequence_length": 32768, "longest": None, "p99": None},
                cannot_tell=True,
            )
        ],
    ),
    (
        "EN-08",
        {"environment.sequence_length": 131073},
        NOTHING_MEASURED,
        [
            Said(
                "environment.sequence_length",
                (
                    "131,073 tokens are more than acme/Robin-2-27B can take: its context length on record is "
                    "131,072. What goes beyond it cannot be read."
                ),
                "Give at most 131,072 tokens, or choose a checkpoint with a longer context.",
                {"environment.sequence_length": 131073, "context length": 131072},
            )
        ],
    ),
    (
        "EN-08",
        {"checkpoint.repository": None},
        NOTHING_MEASURED,
        [
            Said(
                "environment.sequence_length",
                (
                    "No exact context length of the checkpoint is on record, so it cannot be told whether 32,768 "
                    "tokens fit. It counts neither as right nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {"environment.sequence_length": 32768, "checkpoint.repository": None},
                cannot_tell=True,
            )
        ],
    ),
    (
        "EN-08",
        {"checkpoint.repository": LARGE.id},
        NOTHING_MEASURED,
        [
            Said(
                "environment.sequence_length",
                (
                    "No exact context length of acme/Robin-2-2T is on record, so it cannot be told whether 32,768 "
                    "tokens fit. It counts neither as right nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {"environment.sequence_length": 32768, "checkpoint.repository": "acme/Robin-2-2T"},
                cannot_tell=True,
            )
        ],
    ),
    (
        "EN-09",
        {"training.max_trainer_tokens": 32767},
        NOTHING_MEASURED,
        [
            Said(
                "training.max_trainer_tokens",
                (
                    "Rollouts may have 32,768 tokens, and the trainer takes 32,767. Samples cut in the middle would "
                    "enter training."
                ),
                "Make the two limits equal, or lower the sequence length.",
                {"environment.sequence_length": 32768, "training.max_trainer_tokens": 32767},
            )
        ],
    ),
    (
        "EN-09",
        {"training.max_trainer_tokens": None},
        NOTHING_MEASURED,
        [
            Said(
                "training.max_trainer_tokens",
                (
                    "The longest sample that the trainer takes is not given, so it cannot be told whether rollouts "
                    "fit. Samples cut in the middle would enter training."
                ),
                "Give the trainer's limit in tokens.",
                {"environment.sequence_length": 32768, "training.max_trainer_tokens": None},
                cannot_tell=True,
            )
        ],
    ),
    (
        "EN-09",
        {"environment.truncation": None},
        NOTHING_MEASURED,
        [
            Said(
                "environment.truncation",
                (
                    "It is not said what happens to an answer that is cut off. Scored as if finished, it misleads "
                    "training."
                ),
                "Choose whether such answers are dropped, masked or scored.",
                {"environment.truncation": None},
            )
        ],
    ),
    (
        "EN-10",
        {"rollout.token_check": None},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.token_check",
                (
                    "No check shows that the trained token ids are those that were sampled. Over several turns, text"
                    " that is turned into tokens again can come out as other tokens."
                ),
                "Compare the ids on 20 rollouts, and say what came out.",
                {"environment.max_turns": 40, "rollout.token_check": None},
            )
        ],
    ),
    (
        "EN-11",
        {"environment.reset": "shared"},
        NOTHING_MEASURED,
        [
            Said(
                "environment.reset",
                (
                    "Rollouts share one state, so one can find what another left behind. Its result is then not its "
                    "own work."
                ),
                "Start a fresh box for each rollout, and say so here.",
                {"environment.reset": "shared"},
            )
        ],
    ),
    (
        "EN-11",
        {"environment.reset": None},
        NOTHING_MEASURED,
        [
            Said(
                "environment.reset",
                ("It is not known whether each rollout starts afresh. One may find what another left behind."),
                "Start a fresh box for each rollout, and say so here.",
                {"environment.reset": None},
            )
        ],
    ),
    (
        "EN-12",
        {"task.kind": ("repository",), "environment.later_history_visible": "yes"},
        NOTHING_MEASURED,
        [
            Said(
                "environment.later_history_visible",
                ("The agent can see later commits of the repository. The fix that it should work out stands in them."),
                ("Use a shallow copy without tags, remotes and reflog, and confirm that nothing later can be seen."),
                {"task.kind": ["repository"], "environment.later_history_visible": "yes"},
            )
        ],
    ),
    (
        "EN-13",
        {"environment.answers_visible": "unknown"},
        NOTHING_MEASURED,
        [
            Said(
                "environment.answers_visible",
                (
                    "It has not been ruled out that the agent can see the tests or the answers. A reward then "
                    "teaches it to read them."
                ),
                ("Add tests and answers only after the agent has finished, and confirm that it cannot see them."),
                {"environment.answers_visible": "unknown"},
            )
        ],
    ),
    (
        "EN-14",
        {"verifier.cases": CASES},
        NOTHING_MEASURED,
        [
            Said(
                "verifier.cases",
                (
                    "No finished work was graded twice, so nobody knows whether a verdict can be repeated. A verdict"
                    " that changes by itself rewards chance."
                ),
                ("Grade each reference solution twice, the second time in a fresh box, and enter what came out."),
                {"verifier.cases": []},
            )
        ],
    ),
    (
        "EN-14",
        {"verifier.cases": (row(type="V30", expected="accept"),)},
        NOTHING_MEASURED,
        [
            Said(
                "verifier.cases",
                (
                    "No finished work was graded twice, so nobody knows whether a verdict can be repeated. A verdict"
                    " that changes by itself rewards chance."
                ),
                ("Grade each reference solution twice, the second time in a fresh box, and enter what came out."),
                {"verifier.cases": [{"type": "V30", "expected": "accept"}]},
            )
        ],
    ),
    (
        "EN-14",
        {"verifier.cases": (row(type="V30", expected="accept", observed="reject"),)},
        NOTHING_MEASURED,
        [
            Said(
                "verifier.cases.0",
                (
                    "Work that should be accepted was rejected when it was graded again. A verdict that changes by "
                    "itself rewards chance."
                ),
                "Find out what differs between the two gradings, and grade again in a fresh box.",
                {"verifier.cases.0": {"type": "V30", "expected": "accept", "observed": "reject"}},
            )
        ],
    ),
    (
        "EN-14",
        {"verifier.cases": (row(type="V30", expected="reject", observed="no-verdict"),)},
        NOTHING_MEASURED,
        [
            Said(
                "verifier.cases.0",
                (
                    "Work that should be rejected was without a verdict when it was graded again. A verdict that "
                    "changes by itself rewards chance."
                ),
                "Find out what differs between the two gradings, and grade again in a fresh box.",
                {"verifier.cases.0": {"type": "V30", "expected": "reject", "observed": "no-verdict"}},
            )
        ],
    ),
    (
        "EN-15",
        {"baseline.agent_limit_s": 1200},
        NOTHING_MEASURED,
        [
            Said(
                "environment.agent_limit_s",
                (
                    "The agent has 600 seconds here, and had 1,200 in the baseline. The baseline then measured "
                    "another task."
                ),
                (
                    "Use one limit. Some harnesses pass over a task's limit unless they are told, so look at which "
                    "one held."
                ),
                {"baseline.agent_limit_s": 1200, "environment.agent_limit_s": 600},
            )
        ],
    ),
    (
        "EN-15",
        {"baseline.tools": (row(name="bash", version="4"), row(name="curl"))},
        NOTHING_MEASURED,
        [
            Said(
                "environment.tools",
                ("The tools differ from those of the baseline: bash, curl. The baseline then measured another task."),
                "Use the same tools at the same versions, or measure the baseline again.",
                {
                    "baseline.tools": [{"name": "bash", "version": "4"}, {"name": "curl"}],
                    "environment.tools": [{"name": "bash", "version": "5"}],
                },
            )
        ],
    ),
    (
        "EN-16",
        {"rollout.sandbox_capacity": 1000, "rollout.concurrency": 1001},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.sandbox_capacity",
                (
                    "1,001 rollouts are planned at once, and the sandboxes take 1,000. Rollouts that wait for a "
                    "sandbox turn into timeouts."
                ),
                "Run a load test, then provide more sandboxes or plan fewer rollouts at once.",
                {
                    "rollout.sandbox_capacity": 1000,
                    "rollout.concurrency": 1001,
                    "training.steps": 60,
                    "training.prompts_per_step": 16,
                    "training.group_size": 8,
                    "environment.boot_limit_s": 60,
                    "environment.agent_limit_s": 600,
                    "environment.verifier_limit_s": 60,
                    "timing.latest_start": "2027-02-01",
                    "timing.finish_by": "2027-03-31",
                },
            )
        ],
    ),
    (
        "EN-16",
        {"rollout.sandbox_capacity": 1, "rollout.concurrency": 1, "training.steps": 2000},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.sandbox_capacity",
                (
                    "To end in time the run needs 37 rollouts at once, and the sandboxes take 1. Rollouts that wait "
                    "for a sandbox turn into timeouts."
                ),
                "Run a load test, then provide more sandboxes or plan fewer rollouts at once.",
                {
                    "rollout.sandbox_capacity": 1,
                    "rollout.concurrency": 1,
                    "training.steps": 2000,
                    "training.prompts_per_step": 16,
                    "training.group_size": 8,
                    "environment.boot_limit_s": 60,
                    "environment.agent_limit_s": 600,
                    "environment.verifier_limit_s": 60,
                    "timing.latest_start": "2027-02-01",
                    "timing.finish_by": "2027-03-31",
                    "needed": 36.7816091954023,
                },
            )
        ],
    ),
    (
        "EN-16",
        {"rollout.sandbox_capacity": None},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.sandbox_capacity",
                (
                    "It is not said how many sandboxes can run at once, so it cannot be told whether they are "
                    "enough. It counts neither as right nor as wrong."
                ),
                "Run a load test, and give the number that it reached.",
                {"rollout.sandbox_capacity": None, "rollout.concurrency": 64},
                cannot_tell=True,
            )
        ],
    ),
    (
        "EN-16",
        {"rollout.concurrency": None, "training.steps": None},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.concurrency",
                (
                    "It is not said how many rollouts run at once, so it cannot be told whether the sandboxes are "
                    "enough. It counts neither as right nor as wrong."
                ),
                "Give the number of rollouts that run at once.",
                {
                    "rollout.sandbox_capacity": 64,
                    "rollout.concurrency": None,
                    "training.steps": None,
                    "training.prompts_per_step": 16,
                    "training.group_size": 8,
                    "environment.boot_limit_s": 60,
                    "environment.agent_limit_s": 600,
                    "environment.verifier_limit_s": 60,
                    "timing.latest_start": "2027-02-01",
                    "timing.finish_by": "2027-03-31",
                },
                cannot_tell=True,
            )
        ],
    ),
    (
        "EN-17",
        {},
        Measured(
            runs=RunFacts(
                rows=600,
                tasks=200,
                accepted=240,
                rejected=360,
                no_verdict=0,
                tool_error_share=0.9,
                commonest_tool_error="no such file",
            )
        ),
        [
            Said(
                "baseline.files",
                (
                    "In 90 % of the baseline's rollouts a tool gave one error: “no such file”. The environment lacks"
                    " something that the task needs."
                ),
                "Mend the environment, and measure the baseline again.",
                {"baseline.files": ["rows.jsonl"], "share": 0.9, "error": "no such file"},
            )
        ],
    ),
    (
        "EN-17",
        {},
        NOTHING_MEASURED,
        [
            Said(
                "baseline.files",
                (
                    "No rows of the baseline with the tools' answers were read, so it cannot be told whether one "
                    "keeps failing. It counts neither as right nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {"baseline.files": ["rows.jsonl"], "share": None, "error": None},
                cannot_tell=True,
            )
        ],
    ),
]


@pytest.mark.parametrize(("rule", "changes", "measured", "spoken"), SPOKEN)
def test_a_rule_says_what_is_wrong_why_it_matters_and_what_to_do(
    rule: str, changes: dict[str, Any], measured: Measured, spoken: list[Said]
) -> None:
    assert list(JUDGES[rule](facts(changes, measured=measured))) == spoken
