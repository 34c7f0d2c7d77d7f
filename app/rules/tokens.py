"""The words of the registry: tokens that records and documents use, in order, and how each is said to a person."""

USES = (
    "background",
    "development-process",
    "method",
    "compatibility-start",
    "recipe",
    "rl-result",
    "capability",
    "platform-support",
    "licence",
    "sequence-length",
    "capacity-quote",
    "own-validation",
)
OWN_USES = ("sequence-length", "capacity-quote", "own-validation")  # no publication ever supports these

KINDS = (
    "preprint",
    "vendor-report",
    "implementation-guide",
    "model-card",
    "release-note",
    "framework-docs",
    "framework-code",
    "platform-docs",
    "issue-thread",
    "own-validation",
)
PUBLICATIONS = tuple(kind for kind in KINDS if kind != "own-validation")

RUNGS = ("announced", "registered", "loads", "runs", "smoke", "converged", "reproduced", "own-validated")

METHODS = (
    "grpo",
    "async-grpo",
    "gspo",
    "dapo",
    "dr-grpo",
    "sao",
    "ppo",
    "reinforce++",
    "cispo",
    "sft",
    "dpo",
    "distillation",
    "unspecified",
)

FORMAT_WORDS = {
    "bf16": "BF16",
    "fp16": "FP16",
    "fp8": "FP8",
    "nvfp4": "NVFP4",
    "mxfp4": "MXFP4",
    "bnb-4bit": "bitsandbytes, 4 bit",
    "gguf": "GGUF",
    "other": "another format",
}

FOUR_BIT = frozenset({"bnb-4bit", "nvfp4", "mxfp4"})

VERDICTS = ("supports", "contradicts", "background-only", "does-not-transfer", "cannot-tell")

IDENTITY_AXES = ("revision", "repository", "format", "stage", "size", "architecture", "version", "family")
AXES = (*IDENTITY_AXES, "use", "kind", "rung", "method")  # nearest first

WORDS = {
    "background": "background",
    "development-process": "how the model was made",
    "method": "the training method",
    "compatibility-start": "a starting point for compatibility work",
    "recipe": "a recipe to follow",
    "rl-result": "a reinforcement-learning result",
    "capability": "what the model can do",
    "platform-support": "support on a platform",
    "licence": "the licence",
    "sequence-length": "a sequence length",
    "capacity-quote": "a quotation of capacity",
    "own-validation": "a validation of our own",
    "preprint": "preprint",
    "vendor-report": "vendor report",
    "implementation-guide": "implementation guide",
    "model-card": "model card",
    "release-note": "release note",
    "framework-docs": "framework documentation",
    "framework-code": "framework code",
    "platform-docs": "platform documentation",
    "issue-thread": "issue thread",
    "announced": "announced",
    "registered": "registered in a framework",
    "loads": "loads",
    "runs": "runs",
    "smoke": "passed a short functional test",
    "converged": "trained to convergence",
    "reproduced": "reproduced by others",
    "own-validated": "validated by this desk",
    "grpo": "GRPO",
    "async-grpo": "asynchronous GRPO",
    "gspo": "GSPO",
    "dapo": "DAPO",
    "dr-grpo": "Dr. GRPO",
    "sao": "SAO",
    "ppo": "PPO",
    "reinforce++": "REINFORCE++",
    "cispo": "CISPO",
    "sft": "supervised fine-tuning",
    "dpo": "DPO",
    "distillation": "distillation",
    "unspecified": "no method named",
    "supports": "Supports",
    "contradicts": "Contradicted",
    "background-only": "Background only",
    "does-not-transfer": "Does not transfer",
    "cannot-tell": "Cannot tell",
    "revision": "revision",
    "repository": "repository",
    "format": "format",
    "stage": "stage",
    "size": "size",
    "architecture": "architecture",
    "version": "version",
    "family": "family",
    "use": "use",
    "kind": "kind of source",
    "rung": "how far it was tried",
}
