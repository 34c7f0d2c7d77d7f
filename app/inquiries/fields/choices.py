"""The tokens that a choice may take, with words for people. Released tokens never change; words may."""

from app.inquiries.fields.kinds import Choices, Field, day, flag, number, share, text, thing, whole

FORMATS: Choices = (
    ("bf16", "BF16"),
    ("fp16", "FP16"),
    ("fp8", "FP8"),
    ("nvfp4", "NVFP4"),
    ("mxfp4", "MXFP4"),
    ("bnb-4bit", "bitsandbytes, 4 bit"),
    ("gguf", "GGUF"),
    ("other", "Another format"),
)
STAGES: Choices = (("base", "Base"), ("post-trained", "Post-trained"), ("adapter", "Adapter"))
LICENCE_USES: Choices = (
    ("training", "Training"),
    ("serving", "Serving"),
    ("commercial", "Commercial use"),
    ("distribution", "Distribution"),
)
DECISIONS: Choices = (("permitted", "Permitted"), ("refused", "Refused"), ("open", "Still open"))
METHODS: Choices = (
    ("grpo", "GRPO, synchronous"),
    ("async-grpo", "GRPO, asynchronous"),
    ("gspo", "GSPO"),
    ("dapo", "DAPO"),
    ("dr-grpo", "Dr. GRPO"),
    ("sao", "SAO"),
    ("ppo", "PPO"),
    ("reinforce++", "REINFORCE++"),
    ("cispo", "CISPO"),
    ("sft", "Supervised fine-tuning"),
    ("dpo", "DPO"),
    ("distillation", "Distillation"),
    ("unspecified", "Not specified yet"),
)
UPDATES: Choices = (("full", "All weights"), ("lora", "LoRA adapter"), ("qlora", "QLoRA adapter on 4-bit weights"))
WRITERS: Choices = (("customer", "We do"), ("grid", "The compute grid does"), ("platform", "A training platform does"))
USES: Choices = (
    ("background", "Background reading"),
    ("development-process", "How such a model was developed"),
    ("method", "The training method"),
    ("compatibility-start", "A start for a compatibility check"),
    ("recipe", "A recipe to follow"),
    ("rl-result", "A result of reinforcement learning"),
    ("capability", "What the model can do"),
    ("platform-support", "That a platform supports it"),
    ("licence", "What the licence allows"),
    ("sequence-length", "The sequence length"),
    ("capacity-quote", "A quotation for capacity"),
    ("own-validation", "A job that we validated"),
)
TASK_KINDS: Choices = (
    ("code", "Writing code"),
    ("repository", "Work in a repository"),
    ("terminal", "Work in a terminal"),
    ("math", "Mathematics"),
    ("retrieval", "Finding information"),
    ("dialogue", "Dialogue"),
    ("tool-use", "Using tools"),
    ("documents", "Work on documents"),
    ("other", "Something else"),
)
PERSONAL_DATA: Choices = (("none", "None"), ("present", "Some is present"), ("unknown", "Not known"))
POLICIES: Choices = (
    ("reject", "They count as rejected"),
    ("drop", "They are left out"),
    ("rerun", "They are run again"),
)
ORIGINS: Choices = (
    ("measured", "Measured by us"),
    ("quoted", "Quoted to us"),
    ("assumed", "Assumed"),
    ("published", "Published by others"),
)
LENGTH_ORIGINS: Choices = (
    ("measured", "Measured on our own rollouts"),
    ("assumed", "Assumed"),
    ("published", "Published by others"),
)
COMPARISONS: Choices = (("greater", "Greater is better"), ("less", "Less is better"))
NETWORKS: Choices = (
    ("none", "No network"),
    ("allow-list", "Only addresses on a list"),
    ("public", "The public internet"),
)
RESETS: Choices = (
    ("fresh-per-rollout", "A fresh box for each rollout"),
    ("shared", "Rollouts share a box"),
    ("unknown", "Not known"),
)
TRUNCATIONS: Choices = (
    ("drop", "They are dropped"),
    ("mask", "They are kept, and masked in the loss"),
    ("score", "They are scored as they are"),
)
SEEN: Choices = (("no", "No"), ("yes", "Yes"), ("unknown", "Not known"))
VERIFIERS: Choices = (
    ("tests", "Tests"),
    ("rules", "Rules or exact answers"),
    ("judge", "A model judges"),
    ("human", "People judge"),
    ("mixed", "A mixture"),
)
PLACES: Choices = (
    ("fresh-box", "In a fresh box"),
    ("same-box-other-user", "In the agent's box, as another user"),
    ("same-box", "In the agent's box, as the same user"),
    ("outside", "Outside any box"),
)
FAILURES: Choices = (
    ("no-verdict", "There is no verdict"),
    ("reject", "It counts as rejected"),
    ("retry", "It is tried again"),
)
VERDICTS: Choices = (("accept", "Accept"), ("reject", "Reject"), ("no-verdict", "No verdict"))
CASE_ORIGINS: Choices = (
    ("held-out-like", "Tasks like the held-out ones"),
    ("training", "Training tasks only"),
)
ON_CAP: Choices = (("stop", "Stop"), ("pause", "Pause"), ("ask", "Ask"))
COVERS: Choices = (
    ("quality", "Quality"),
    ("divergence", "Divergence"),
    ("reward-hacking", "Reward hacking"),
    ("time", "Time"),
    ("money", "Money"),
)
SIDES: Choices = (("above", "Above"), ("below", "Below"))
ITEMS: Choices = (
    ("checkpoint", "The checkpoint"),
    ("evaluation", "The evaluation"),
    ("environment", "The environment"),
    ("reward", "The reward and verifier"),
    ("budget", "The budget"),
)


def named(field_id: str, label: str, hint: str = "") -> Field:
    """A piece of software: its name and its exact version."""
    name = text("name", "Name")
    return thing(field_id, label, name, text("version", "Version", "A version number or an image digest"), hint=hint)


def sampling(field_id: str, label: str, hint: str = "") -> Field:
    """How tokens are drawn; the same six settings wherever it is asked. A `top_k` of -1 or 0 means no limit."""
    return thing(
        field_id,
        label,
        number("temperature", "Temperature", example="0.7", minimum=0),
        share("top_p", "Top p"),
        whole("top_k", "Top k", "0 or -1 where there is no limit", example="0", minimum=-1),
        whole("max_tokens", "Most tokens in one answer", unit="tokens", example="8192"),
        flag("thinking", "Thinking is switched on"),
        text("system_prompt_sha256", "SHA-256 of the system prompt"),
        hint=hint,
    )


def load_test(field_id: str, label: str, hint: str) -> Field:
    """Whether something was loaded once, when, and what was seen."""
    return thing(
        field_id,
        label,
        flag("passed", "It worked"),
        day("on", "On"),
        text("note", "What was done"),
        hint=hint,
    )
