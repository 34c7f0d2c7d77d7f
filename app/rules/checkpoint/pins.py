"""What would come to mean other files or other prompts: revisions, names, chat templates, the tokenizer."""

import re
from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen

REVISION = re.compile(r"[0-9a-fA-F]{40}")
# an owner has no dot, so that an address such as host.example/name is no repository
REPOSITORY = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,94}[A-Za-z0-9_])?/[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,94}[A-Za-z0-9_])?"
)
TEMPLATES = {
    "checkpoint.chat_template_sha256": "training",
    "rollout.chat_template_sha256": "rollouts",
    "baseline.chat_template_sha256": "the baseline",
}


def revision_is_a_commit(facts: Facts) -> Iterator[Said]:
    """CK-01: a branch, a tag or a short hash can move to other weights tomorrow."""
    answers = facts.answers
    if answers.lacks("checkpoint.revision"):
        yield Said(
            "checkpoint.revision",
            "No revision of the checkpoint is given. A branch such as “main” can move, so that later nobody can say "
            "which weights were tuned.",
            "Give the full commit of the repository: 40 characters, 0 to 9 and a to f.",
            seen(answers, "checkpoint.revision"),
        )
    for name in ("checkpoint.revision", "rollout_checkpoint.revision", "baseline.revision"):
        given = answers.text(name)
        if given and not REVISION.fullmatch(given):
            yield Said(
                name,
                f"“{given}” is not a full commit. It can come to mean other weights than today.",
                "Give the 40 characters of the commit, and compare the files' checksums with it.",
                seen(answers, name),
            )


def repository_is_exact(facts: Facts) -> Iterator[Said]:
    """CK-02: a family name, an address or a path does not say which files are meant."""
    given = facts.answers.text("checkpoint.repository")
    if given and (not REPOSITORY.fullmatch(given) or ".." in given or given.endswith(".git")):
        yield Said(
            "checkpoint.repository",
            f"“{given}” does not name one checkpoint. Published results hold for one exact repository.",
            "Give the repository as its publisher writes it: owner, a slash, and the name.",
            seen(facts.answers, "checkpoint.repository"),
        )


def one_chat_template(facts: Facts) -> Iterator[Said]:
    """CK-11: the same task under another chat template is another prompt."""
    answers = facts.answers
    first, where = "", ""
    for name, who in TEMPLATES.items():
        given = answers.text(name)
        if answers.lacks(name):
            yield Said(
                name,
                f"Which chat template {who} would use is not pinned. With another template the model is given another "
                "prompt for the same task.",
                "Give the SHA-256 of the template file, 64 characters.",
                seen(answers, *TEMPLATES),
            )
        elif given and not first:
            first, where = given, who
        elif given and given.casefold() != first.casefold():
            yield Said(
                name,
                f"The chat template of {who} begins with {given[:12]}, that of {where} with {first[:12]}. The model is "
                "given different prompts for the same task.",
                "Use one template throughout, and give its SHA-256 in each place.",
                seen(answers, *TEMPLATES),
            )


def tokenizer_is_of_this_commit(facts: Facts) -> Iterator[Said]:
    """CK-17: a tokenizer from another commit can turn the same text into other tokens."""
    answers = facts.answers
    tokenizer, revision = answers.text("checkpoint.tokenizer_revision"), answers.text("checkpoint.revision")
    if tokenizer and revision and tokenizer.casefold() != revision.casefold():
        yield Said(
            "checkpoint.revision",
            f"The weights are of revision {revision[:12]} and the tokenizer is of {tokenizer[:12]}. Another tokenizer "
            "can turn the same text into other tokens.",
            "Take both from one commit, and pin both to it.",
            seen(answers, "checkpoint.tokenizer_revision", "checkpoint.revision"),
        )
