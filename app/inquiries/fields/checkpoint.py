"""Fields of the first item: which model and checkpoint, how it is trained, and which evidence is cited."""

from app.inquiries.fields.choices import (
    DECISIONS,
    FORMATS,
    LICENCE_USES,
    METHODS,
    STAGES,
    UPDATES,
    USES,
    WRITERS,
    load_test,
    named,
)
from app.inquiries.fields.kinds import Section, choice, longtext, rows, several, text, texts, whole
from app.rules.finding import Item

MODEL = Section.of(
    "model",
    "Model",
    Item.CHECKPOINT,
    "Which model the pilot would start from, and why one of this size.",
    choice("schema", "Form of the document", (("pilot-inquiry/1", "Pilot inquiry, first form"),)),
    text("kind", "Kind of inquiry"),
    text("title", "Title", "One line that people will see in lists", example="Fix failing tests in payment services"),
    text("model.family", "Model family", "For example qwen or glm", example="qwen"),
    text("model.version", "Model version", "For example 3.8 or 5.3", example="3.8"),
    text("model.variant", "Model variant", "For example 27B. A variant such as Flash is another model", example="27B"),
    longtext("model.size_reason", "Why this size", "What the baseline of the smaller model showed"),
)
CHECKPOINT = Section.of(
    "checkpoint",
    "Checkpoint",
    Item.CHECKPOINT,
    "The exact files: whose, at which commit, in which formats, under which licence.",
    text("checkpoint.repository", "Repository", "Owner and name, exactly as published", example="Qwen/Qwen3.8-27B"),
    text("checkpoint.revision", "Revision", "The commit: 40 hex digits. A branch or a tag can move"),
    choice("checkpoint.format", "Format of the published files", FORMATS),
    choice("checkpoint.stage", "Stage", STAGES),
    text("checkpoint.licence", "Licence", "An SPDX expression, or LicenseRef- and a name", example="Apache-2.0"),
    rows(
        "checkpoint.licence_uses",
        "What the licence allows",
        "Use",
        choice("use", "Use", LICENCE_USES),
        choice("decision", "Decision", DECISIONS),
        text("by", "Decided by"),
        hint="Training, serving and commercial use each need a decision, and the name of who decided",
    ),
    several("checkpoint.training_formats", "Formats that the trainer takes", FORMATS),
    several("checkpoint.serving_formats", "Formats that the server takes", FORMATS),
    text("checkpoint.chat_template_sha256", "SHA-256 of the chat template", "64 hex digits"),
    text("checkpoint.tokenizer_revision", "Revision of the tokenizer", "The commit: 40 hex digits"),
)
ROLLOUT_CHECKPOINT = Section.of(
    "rollout-checkpoint",
    "Rollout checkpoint",
    Item.CHECKPOINT,
    "Only where rollouts use another repository or format than training. Otherwise leave this page empty.",
    text("rollout_checkpoint.repository", "Repository for rollouts", "Owner and name", example="zai-org/GLM-5.3"),
    text("rollout_checkpoint.revision", "Revision for rollouts", "The commit: 40 hex digits"),
    choice("rollout_checkpoint.format", "Format for rollouts", FORMATS),
    key="rollout_checkpoint",
)
TRAINING = Section.of(
    "training",
    "Training",
    Item.CHECKPOINT,
    "Who trains, with what, and how large the run would be.",
    choice("training.method", "Training method", METHODS),
    choice("training.update", "What is updated", UPDATES),
    named("training.trainer", "Trainer", "For example slime, NeMo RL, verl, TRL or Unsloth, with its exact version"),
    choice("training.weights_updated_by", "Who updates the weights", WRITERS, "Not the same question as the next one"),
    choice("training.loop_written_by", "Who writes the training loop", WRITERS),
    whole("training.steps", "Training steps", unit="steps", example="60"),
    whole("training.prompts_per_step", "Prompts in one step", unit="prompts", example="16"),
    whole("training.group_size", "Rollouts for each prompt", unit="rollouts", example="8"),
    whole(
        "training.max_trainer_tokens",
        "Longest sample that the trainer takes",
        "Prompt and answer together",
        unit="tokens",
        example="65536",
    ),
    texts(
        "training.controls",
        "What holds training and rollout log-probabilities together",
        "One a line, for example importance correction or router replay",
    ),
    load_test("training.load_test", "Training load test", "The checkpoint was loaded and did one step, as pinned"),
)
EVIDENCE = Section.of(
    "evidence",
    "Evidence",
    Item.CHECKPOINT,
    "Published claims that this inquiry leans on, and for what. The desk says how far each of them carries.",
    rows(
        "evidence",
        "Cited evidence",
        "Citation",
        text("claim", "Claim on record", example="unsloth-qwen3.8-27b-rl-entry"),
        choice("used_for", "Used for", USES),
        text("code_path", "Code path", "Which part of a guide or a code base you follow"),
        hint="Take the name of the claim from its page in the evidence",
    ),
)
SECTIONS = (MODEL, CHECKPOINT, ROLLOUT_CHECKPOINT, TRAINING, EVIDENCE)
