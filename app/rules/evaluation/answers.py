"""The second checklist item: the held-out evaluation and the untuned baseline. One function a rule."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import plain, seen

PROVIDERS = ("hf/", "huggingface/", "vllm/", "sglang/", "openai/", "together/", "hosted_vllm/", "local/")
SAMPLING = {
    "temperature": "temperature",
    "top_p": "top-p",
    "top_k": "top-k",
    "max_tokens": "the longest answer",
    "thinking": "thinking",
    "system_prompt_sha256": "the system prompt",
}
UNREAD = "The uploaded runs are not read yet, so this cannot be told from their rows."
NO_FILES = "No run is uploaded, so this cannot be told."


def baseline_is_untuned(facts: Facts) -> Iterator[Said]:
    """EV-01: without a run of the untouched checkpoint no gain can be shown."""
    answers = facts.answers
    if answers.lacks("baseline.files"):
        yield Said(
            "baseline.files",
            "No run of the untouched checkpoint is uploaded. Without it nobody can tell what the tuning changed.",
            "Upload the rows of a run of the untouched checkpoint on the held-out tasks.",
            seen(answers, "baseline.files"),
        )
    if answers.flag("baseline.untuned") is not True and "baseline.untuned" not in answers.unreadable:
        yield Said(
            "baseline.untuned",
            "The baseline is not said to be of the untouched checkpoint. A tuned baseline hides what this pilot adds.",
            "Measure the checkpoint as published, and say so.",
            seen(answers, "baseline.untuned"),
        )


def baseline_is_this_checkpoint(facts: Facts) -> Iterator[Said]:
    """EV-02: the baseline was measured on exactly the checkpoint that is to be tuned."""
    answers = facts.answers
    for part, what in (("repository", "checkpoint"), ("revision", "revision")):
        measured, wanted = answers.text(f"baseline.{part}"), answers.text(f"checkpoint.{part}")
        if measured and wanted and _bare(measured) != _bare(wanted):
            yield Said(
                f"baseline.{part}",
                f"The baseline was measured on the {what} “{measured}”, and the pilot is about “{wanted}”. "
                "A baseline of something else says nothing about this one.",
                "Measure the checkpoint that is to be tuned, or correct the answer.",
                seen(answers, f"baseline.{part}", f"checkpoint.{part}"),
            )
    yield _rows_unread(facts, "Whether the rows are of this checkpoint")


def _bare(name: str) -> str:
    """Drop a provider's prefix, and the case of a revision, neither of which makes another checkpoint."""
    for prefix in PROVIDERS:
        if name.startswith(prefix) and "/" in name.removeprefix(prefix):
            return name.removeprefix(prefix)
    return name if "/" in name else name.lower()


def _rows_unread(facts: Facts, what: str) -> Said:
    has_files = facts.answers.answered("baseline.files")
    return Said(
        "baseline.files",
        f"{what} cannot be told. {UNREAD if has_files else NO_FILES}",
        "Nothing is asked of you for it now." if has_files else "Upload the rows of the baseline run.",
        seen(facts.answers, "baseline.files"),
        cannot_tell=True,
    )


def same_sampling(facts: Facts) -> Iterator[Said]:
    """EV-03: baseline and final evaluation sample alike, or they are two different tests."""
    before, after = facts.answers.part("baseline.sampling"), facts.answers.part("success.sampling")
    both = [key for key in SAMPLING if before.readable(key) and after.readable(key)]
    differ = [key for key in both if before.values[key] != after.values[key]]
    if differ:
        said = ", ".join(
            f"{SAMPLING[key]} {_said(before.values[key])} against {_said(after.values[key])}" for key in differ
        )
        yield Said(
            "success.sampling",
            f"Baseline and final evaluation sample differently: {said}. Then a difference in the result may come "
            "from the sampling alone.",
            "Use the same sampling for both, or run the baseline again.",
            {"baseline.sampling": plain(before), "success.sampling": plain(after)},
        )


def _said(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def no_held_out_task_is_trained_on(facts: Facts) -> Iterator[Said]:
    """EV-07: a held-out task that is also trained on measures memory, not skill."""
    overlap = facts.answers.part("data.overlap_check")
    hits = overlap.number("exact_hits")
    if hits is not None and hits >= 1:
        yield Said(
            "data.overlap_check",
            f"{hits:g} held-out {'task is' if hits == 1 else 'tasks are'} also among the training tasks. "
            "Results on them show memory, not skill.",
            "Take them out of one of the two sets, and count again.",
            seen(facts.answers, "data.overlap_check"),
        )
    elif (
        hits is None and "exact_hits" not in overlap.unreadable and "data.overlap_check" not in facts.answers.unreadable
    ):
        yield Said(
            "data.overlap_check",
            "Whether held-out tasks are among the training tasks cannot be told, as no count is given.",
            "Compare the two sets, and give the number of exact matches, also if it is 0.",
            seen(facts.answers, "data.overlap_check"),
            cannot_tell=True,
        )


def missing_verdicts_have_a_policy(facts: Facts) -> Iterator[Said]:
    """EV-10: attempts without a verdict are counted by a rule that was chosen beforehand."""
    answers = facts.answers
    if not answers.lacks("baseline.no_verdict_policy"):
        return
    count = answers.number("baseline.no_verdict")
    if count is not None and count > 0:
        yield Said(
            "baseline.no_verdict_policy",
            f"{count:g} {'attempt' if count == 1 else 'attempts'} got no verdict, and it is not said how they count. "
            "Counting them as failures or leaving them out gives two different results.",
            "Choose whether they count as rejected, are left out, or are run again.",
            seen(answers, "baseline.no_verdict", "baseline.no_verdict_policy"),
        )
    else:
        yield _rows_unread(facts, "Whether attempts without a verdict occurred")


def response_time_is_measured(facts: Facts) -> Iterator[Said]:
    """EV-16: the rows of the baseline carry a duration for each attempt."""
    yield _rows_unread(facts, "Whether the runs carry response times")


def accepted_results_have_a_cost(facts: Facts) -> Iterator[Said]:
    """EV-20: usage in the rows or a dated price list gives a cost per accepted result."""
    answers = facts.answers
    if answers.answered("budget.price_list"):
        return
    if answers.answered("baseline.files"):
        yield _rows_unread(facts, "Whether the runs carry usage or cost")
        return
    yield Said(
        "budget.price_list",
        "No cost per accepted result can be worked out: there is neither a run with its usage nor a price list.",
        "Upload a run that carries token usage or cost, or name a price list and its date.",
        seen(answers, "baseline.files", "budget.price_list"),
    )


def held_out_evaluation_is_described(facts: Facts) -> Iterator[Said]:
    """EV-31: how many tasks are held out, and how they were split off."""
    answers = facts.answers
    if answers.lacks("data.held_out_tasks"):
        yield Said(
            "data.held_out_tasks",
            "It is not said how many tasks are held out. Without held-out tasks the pilot cannot be judged.",
            "Give the number of tasks that are kept away from training.",
            seen(answers, "data.held_out_tasks"),
        )
    if answers.lacks("data.split_method"):
        yield Said(
            "data.split_method",
            "It is not said how the held-out tasks were split off. A random split of near copies holds nothing out.",
            "Say what separates the sets, such as by repository, by customer or by date.",
            seen(answers, "data.split_method"),
        )
