"""Fields of the third item: the box in which the agent works, its limits, and how rollouts are made."""

from app.inquiries.fields.choices import LENGTH_ORIGINS, NETWORKS, RESETS, SEEN, TRUNCATIONS, load_test, named, sampling
from app.inquiries.fields.kinds import Section, choice, rows, text, whole
from app.rules.finding import Item

ENVIRONMENT = Section.of(
    "environment",
    "Environment and limits",
    Item.ENVIRONMENT,
    "What the agent can use, see and reach, and how long it may take.",
    text("environment.image", "Image", "With its digest, so that it cannot change"),
    rows(
        "environment.tools",
        "Tools of the agent",
        "Tool",
        text("name", "Name"),
        text("version", "Version"),
        hint="Every tool that the agent can call, with its version",
    ),
    choice("environment.network_agent", "Network while the agent works", NETWORKS),
    choice("environment.network_verifier", "Network while the verifier works", NETWORKS),
    choice("environment.reset", "State between rollouts", RESETS),
    choice("environment.answers_visible", "Can the agent see tests or answers?", SEEN),
    choice("environment.later_history_visible", "Can the agent see later history of the repository?", SEEN),
    whole(
        "environment.sequence_length",
        "Sequence length",
        "Prompt and answer together, at their longest",
        unit="tokens",
        example="65536",
    ),
    choice(
        "environment.sequence_length_source",
        "Where the sequence length is from",
        LENGTH_ORIGINS,
        "A length from a paper says nothing about your task",
    ),
    choice("environment.truncation", "What happens to samples that are cut", TRUNCATIONS),
    whole("environment.max_turns", "Most turns in one rollout", unit="turns", example="40"),
    whole("environment.boot_limit_s", "Time limit for starting the box", unit="seconds", example="60"),
    whole("environment.agent_limit_s", "Time limit for the agent", unit="seconds", example="900"),
    whole("environment.verifier_limit_s", "Time limit for the verifier", unit="seconds", example="120"),
)
ROLLOUT = Section.of(
    "rollout",
    "Rollouts",
    Item.ENVIRONMENT,
    "How answers are sampled during training, and how new weights reach the engine.",
    named("rollout.engine", "Rollout engine", "For example SGLang or vLLM, with its exact version"),
    sampling("rollout.sampling", "Sampling of rollouts"),
    whole("rollout.concurrency", "Rollouts at once", "Sandboxes or sequences", unit="rollouts", example="64"),
    whole("rollout.sandbox_capacity", "Sandboxes that can run at once", unit="sandboxes", example="128"),
    text("rollout.weight_sync", "How new weights reach the engine", "And how that is tested"),
    text("rollout.token_check", "Check of sampled against trained tokens", "For example: ids compared on 20 rollouts"),
    text("rollout.chat_template_sha256", "SHA-256 of the chat template in rollouts", "64 hex digits"),
    load_test("rollout.load_test", "Rollout load test", "Checkpoint and adapter gave one generation, as pinned"),
)
SECTIONS = (ENVIRONMENT, ROLLOUT)
