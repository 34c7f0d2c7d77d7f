"""The exact words of the rules about the checkpoint, with what each of them looked at."""

from typing import Any

import pytest

from app.rules.catalogue import CATALOGUE
from app.rules.finding import Said
from app.rules.measured import NOTHING_MEASURED, CheckpointFiles, Measured
from tests.rules.examples import COPY, LARGE, SMALL, SOUND, TEMPLATE, facts, row

JUDGES = {rule.id: rule.judge for rule in CATALOGUE}
USES = SOUND["checkpoint.licence_uses"]
OTHER = "cd" * 32
SPOKEN: list[tuple[str, dict[str, Any], Measured, list[Said]]] = [
    (
        "CK-01",
        {"checkpoint.revision": None},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.revision",
                (
                    "No revision of the checkpoint is given. A branch such as “main” can move, so that later nobody "
                    "can say which weights were tuned."
                ),
                "Give the full commit of the repository: 40 characters, 0 to 9 and a to f.",
                {"checkpoint.revision": None},
            )
        ],
    ),
    (
        "CK-01",
        {"baseline.revision": "main"},
        NOTHING_MEASURED,
        [
            Said(
                "baseline.revision",
                "“main” is not a full commit. It can come to mean other weights than today.",
                "Give the 40 characters of the commit, and compare the files' checksums with it.",
                {"baseline.revision": "main"},
            )
        ],
    ),
    (
        "CK-02",
        {"checkpoint.repository": "Robin 2"},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.repository",
                ("“Robin 2” does not name one checkpoint. Published results hold for one exact repository."),
                "Give the repository as its publisher writes it: owner, a slash, and the name.",
                {"checkpoint.repository": "Robin 2"},
            )
        ],
    ),
    (
        "CK-03",
        {"rollout_checkpoint.repository": LARGE.id},
        NOTHING_MEASURED,
        [
            Said(
                "rollout_checkpoint.repository",
                (
                    "acme/Robin-2-2T has another architecture than acme/Robin-2-27B, although both are robin 2. What"
                    " holds for one of them has not been shown for the other."
                ),
                "Use one architecture throughout, or ask for a separate review of the other one.",
                {"architectures": {"acme/Robin-2-27B": "robin_dense", "acme/Robin-2-2T": "robin_moe"}},
            )
        ],
    ),
    (
        "CK-04",
        {"checkpoint.licence": None},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.licence",
                ("No licence is named. Licences differ between checkpoints of one family, so none can be assumed."),
                "Name the licence of exactly this checkpoint and attach or quote its text.",
                {"checkpoint.licence": None},
            )
        ],
    ),
    (
        "CK-04",
        {"checkpoint.licence_uses": None},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.licence_uses",
                (
                    "Nobody has confirmed that the licence allows training, serving and commercial use. A pilot that"
                    " may not be used afterwards is money lost."
                ),
                "Have each of these uses decided, and name who decided it.",
                {"checkpoint.licence_uses": None},
            )
        ],
    ),
    (
        "CK-04",
        {"checkpoint.licence_uses": (row(use="training", decision="permitted", by="Legal"),)},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.licence_uses",
                (
                    "Nobody has confirmed that the licence allows serving and commercial use. A pilot that may not "
                    "be used afterwards is money lost."
                ),
                "Have each of these uses decided, and name who decided it.",
                {"checkpoint.licence_uses": [{"use": "training", "decision": "permitted", "by": "Legal"}]},
            )
        ],
    ),
    (
        "CK-04",
        {"checkpoint.licence_uses": (*USES[:2], row(use="commercial", decision="refused"))},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.licence_uses.2",
                ("The licence was found not to allow commercial use. A promise cannot change that."),
                "Choose another checkpoint, or obtain a licence that allows it.",
                {"checkpoint.licence_uses.2": {"use": "commercial", "decision": "refused"}},
                promisable=False,
            )
        ],
    ),
    (
        "CK-04",
        {"checkpoint.licence_uses": (*USES[:2], row(use="commercial", decision="open"))},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.licence_uses.2",
                (
                    "Whether the licence allows commercial use is still open. Capacity is committed only when it is "
                    "decided."
                ),
                "Have it decided, and name who decided it.",
                {"checkpoint.licence_uses.2": {"use": "commercial", "decision": "open"}},
            )
        ],
    ),
    (
        "CK-04",
        {"checkpoint.licence_uses": (*USES[:2], row(use="commercial", decision="permitted"))},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.licence_uses.2",
                "It is not said who found that the licence allows commercial use.",
                "Name the person or department that read the licence.",
                {"checkpoint.licence_uses.2": {"use": "commercial", "decision": "permitted"}},
            )
        ],
    ),
    (
        "CK-04",
        {"checkpoint.licence_uses": (*USES, row(use="distribution", decision="open"))},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.licence_uses.3",
                (
                    "Whether the licence allows distribution is still open. Capacity is committed only when it is "
                    "decided."
                ),
                "Have it decided, and name who decided it.",
                {"checkpoint.licence_uses.3": {"use": "distribution", "decision": "open"}},
            )
        ],
    ),
    (
        "CK-04",
        {"checkpoint.licence_uses": (*USES, row(decision="open"))},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.licence_uses.3",
                ("Whether the licence allows this use is still open. Capacity is committed only when it is decided."),
                "Have it decided, and name who decided it.",
                {"checkpoint.licence_uses.3": {"decision": "open"}},
            )
        ],
    ),
    (
        "CK-05",
        {"data.licence": "Own", "data.licence_review": None},
        NOTHING_MEASURED,
        [
            Said(
                "data.licence_review",
                (
                    "Nobody has decided whether the licence of the data allows training on it. What was trained on "
                    "it may then have to be thrown away."
                ),
                "Have it decided, and name who decided it.",
                {"data.licence": "Own", "data.licence_review": None},
            )
        ],
    ),
    (
        "CK-05",
        {"verifier.kind": "judge", "verifier.judge": None},
        NOTHING_MEASURED,
        [
            Said(
                "verifier.judge",
                (
                    "Nobody has decided whether the terms of the judge allow training on its verdicts. Such terms "
                    "can bar it."
                ),
                ("Read the terms of the model that judges, have it decided, and name who decided it."),
                {"verifier.kind": "judge", "verifier.judge": None},
            )
        ],
    ),
    (
        "CK-05",
        {"verifier.kind": "mixed", "verifier.judge": row(model="acme/Judge")},
        NOTHING_MEASURED,
        [
            Said(
                "verifier.judge",
                (
                    "Nobody has decided whether the terms of acme/Judge allow training on its verdicts. Such terms "
                    "can bar it."
                ),
                ("Read the terms of the model that judges, have it decided, and name who decided it."),
                {"verifier.kind": "mixed", "verifier.judge": {"model": "acme/Judge"}},
            )
        ],
    ),
    (
        "CK-06",
        {"checkpoint.format": None},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.format",
                (
                    "It is not said in which format the checkpoint is published. Training, rollouts and serving "
                    "often need different files of one model."
                ),
                "Name the format, and who makes the file where it has to be converted.",
                {"checkpoint.format": None},
            )
        ],
    ),
    (
        "CK-06",
        {"checkpoint.training_formats": None},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.training_formats",
                (
                    "It is not said which formats the trainer takes. Training, rollouts and serving often need "
                    "different files of one model."
                ),
                "Name the format, and who makes the file where it has to be converted.",
                {"checkpoint.training_formats": None},
            )
        ],
    ),
    (
        "CK-06",
        {"checkpoint.serving_formats": None},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.serving_formats",
                (
                    "It is not said which formats the server takes. Training, rollouts and serving often need "
                    "different files of one model."
                ),
                "Name the format, and who makes the file where it has to be converted.",
                {"checkpoint.serving_formats": None},
            )
        ],
    ),
    (
        "CK-06",
        {"rollout_checkpoint.repository": SMALL.id},
        NOTHING_MEASURED,
        [
            Said(
                "rollout_checkpoint.format",
                (
                    "Rollouts use a checkpoint of their own, and its format is not said. Its numbers can differ from"
                    " training."
                ),
                "Name the format of the rollout checkpoint.",
                {
                    "rollout_checkpoint.repository": "acme/Robin-2-27B",
                    "rollout_checkpoint.revision": None,
                    "rollout_checkpoint.format": None,
                },
            )
        ],
    ),
    (
        "CK-07",
        {"training.controls": None, "rollout_checkpoint.format": "fp8"},
        NOTHING_MEASURED,
        [
            Said(
                "training.controls",
                (
                    "Training starts from BF16 and rollouts use FP8, and nothing is named that holds training and "
                    "rollouts together. Their log-probabilities drift apart, and the update is then computed for "
                    "other tokens than were sampled."
                ),
                (
                    "Name what is done: importance correction, replay of the router's choices, or a logged gap with "
                    "a limit."
                ),
                {
                    "checkpoint.format": "bf16",
                    "rollout_checkpoint.format": "fp8",
                    "rollout.sampling": {
                        "temperature": 0.7,
                        "top_p": 1.0,
                        "top_k": 0,
                        "max_tokens": 4096,
                        "thinking": True,
                    },
                    "training.controls": None,
                    "layout": "dense",
                },
            )
        ],
    ),
    (
        "CK-07",
        {"training.controls": None, "checkpoint.repository": "acme/Robin-9"},
        NOTHING_MEASURED,
        [
            Said(
                "training.controls",
                (
                    "No record says how this checkpoint is built, so it cannot be told whether training and rollouts"
                    " compute alike. It counts neither as right nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {
                    "checkpoint.format": "bf16",
                    "rollout_checkpoint.format": None,
                    "rollout.sampling": {
                        "temperature": 0.7,
                        "top_p": 1.0,
                        "top_k": 0,
                        "max_tokens": 4096,
                        "thinking": True,
                    },
                    "training.controls": None,
                    "layout": "",
                },
                cannot_tell=True,
            )
        ],
    ),
    (
        "CK-08",
        {"training.update": "qlora"},
        NOTHING_MEASURED,
        [
            Said(
                "success.artifact",
                (
                    "The adapter is trained on 4-bit weights and would be served merged, in “bf16”; evaluated is "
                    "“adapter”. The model that is served would never have been tested."
                ),
                "Evaluate the merged file, and name it here.",
                {
                    "training.update": "qlora",
                    "checkpoint.format": "bf16",
                    "deployment.format": "bf16",
                    "success.artifact": "adapter",
                },
            )
        ],
    ),
    (
        "CK-08",
        {"training.update": "qlora", "success.artifact": None},
        NOTHING_MEASURED,
        [
            Said(
                "success.artifact",
                (
                    "The adapter is trained on 4-bit weights and would be served merged, in “bf16”; evaluated is "
                    "nothing that is named. The model that is served would never have been tested."
                ),
                "Evaluate the merged file, and name it here.",
                {
                    "training.update": "qlora",
                    "checkpoint.format": "bf16",
                    "deployment.format": "bf16",
                    "success.artifact": None,
                },
            )
        ],
    ),
    (
        "CK-09",
        {"checkpoint.format": "fp8"},
        Measured(checkpoint=CheckpointFiles(dtype="bfloat16")),
        [
            Said(
                "checkpoint.format",
                ("You give the format FP8, and config.json says bfloat16. The file may be another one than is meant."),
                ("Find out where the file comes from, and correct the format or take the right file."),
                {"checkpoint.format": "fp8", "config.json": "bfloat16"},
            )
        ],
    ),
    (
        "CK-09",
        {},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.format",
                (
                    "The checkpoint's own files are not on hand, so it cannot be told whether the weights are stored"
                    " as BF16. It counts neither as right nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {"checkpoint.format": "bf16", "config.json": None},
                cannot_tell=True,
            )
        ],
    ),
    (
        "CK-10",
        {},
        Measured(checkpoint=CheckpointFiles(end_tokens={"a.json": frozenset({"7"}), "b.json": frozenset({"7", "8"})})),
        [
            Said(
                "checkpoint.repository",
                (
                    "a.json ends an answer at 7, b.json at 7, 8. Answers then stop at different places in training, "
                    "rollouts and serving."
                ),
                "Decide which end tokens hold, correct the files, and record it.",
                {
                    "checkpoint.repository": "acme/Robin-2-27B",
                    "end tokens": [["a.json", ["7"]], ["b.json", ["7", "8"]]],
                },
            )
        ],
    ),
    (
        "CK-10",
        {},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.repository",
                (
                    "Fewer than two of the files that name end tokens are on hand, so it cannot be told whether they"
                    " agree on where an answer ends. It counts neither as right nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {"checkpoint.repository": "acme/Robin-2-27B", "end tokens": []},
                cannot_tell=True,
            )
        ],
    ),
    (
        "CK-11",
        {"baseline.chat_template_sha256": None},
        NOTHING_MEASURED,
        [
            Said(
                "baseline.chat_template_sha256",
                (
                    "Which chat template the baseline would use is not pinned. With another template the model is "
                    "given another prompt for the same task."
                ),
                "Give the SHA-256 of the template file, 64 characters.",
                {
                    "checkpoint.chat_template_sha256": TEMPLATE,
                    "rollout.chat_template_sha256": TEMPLATE,
                    "baseline.chat_template_sha256": None,
                },
            )
        ],
    ),
    (
        "CK-11",
        {"rollout.chat_template_sha256": OTHER},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.chat_template_sha256",
                (
                    "The chat template of rollouts begins with cdcdcdcdcdcd, that of training with abababababab. The"
                    " model is given different prompts for the same task."
                ),
                "Use one template throughout, and give its SHA-256 in each place.",
                {
                    "checkpoint.chat_template_sha256": TEMPLATE,
                    "rollout.chat_template_sha256": OTHER,
                    "baseline.chat_template_sha256": TEMPLATE,
                },
            )
        ],
    ),
    (
        "CK-11",
        {"checkpoint.chat_template_sha256": OTHER, "baseline.chat_template_sha256": OTHER},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.chat_template_sha256",
                (
                    "The chat template of rollouts begins with abababababab, that of training with cdcdcdcdcdcd. The"
                    " model is given different prompts for the same task."
                ),
                "Use one template throughout, and give its SHA-256 in each place.",
                {
                    "checkpoint.chat_template_sha256": OTHER,
                    "rollout.chat_template_sha256": TEMPLATE,
                    "baseline.chat_template_sha256": OTHER,
                },
            )
        ],
    ),
    (
        "CK-11",
        {"checkpoint.chat_template_sha256": OTHER, "rollout.chat_template_sha256": OTHER},
        NOTHING_MEASURED,
        [
            Said(
                "baseline.chat_template_sha256",
                (
                    "The chat template of the baseline begins with abababababab, that of training with cdcdcdcdcdcd."
                    " The model is given different prompts for the same task."
                ),
                "Use one template throughout, and give its SHA-256 in each place.",
                {
                    "checkpoint.chat_template_sha256": OTHER,
                    "rollout.chat_template_sha256": OTHER,
                    "baseline.chat_template_sha256": TEMPLATE,
                },
            )
        ],
    ),
    (
        "CK-12",
        {"checkpoint.repository": LARGE.id, "rollout.load_test": None},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.load_test",
                (
                    "acme/Robin-2-2T is a mixture of experts, and no test shows that the rollout engine loads an "
                    "adapter into it. An engine that leaves the adapter out samples from the old model without "
                    "saying so."
                ),
                ("Load the adapter at the pinned versions, make one generation, and record the day."),
                {
                    "training.update": "lora",
                    "checkpoint.repository": "acme/Robin-2-2T",
                    "rollout.load_test": None,
                    "layout": "mixture",
                },
            )
        ],
    ),
    (
        "CK-12",
        {"checkpoint.repository": "acme/Robin-9", "rollout.load_test": None},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.load_test",
                (
                    "No record says how this checkpoint is built, so it cannot be told whether engines load an "
                    "adapter into it. It counts neither as right nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {
                    "training.update": "lora",
                    "checkpoint.repository": "acme/Robin-9",
                    "rollout.load_test": None,
                    "layout": "",
                },
                cannot_tell=True,
            )
        ],
    ),
    (
        "CK-13",
        {"training.load_test": None},
        NOTHING_MEASURED,
        [
            Said(
                "training.load_test",
                (
                    "A test that the trainer loads this checkpoint, of the architecture robin_dense, is not on "
                    "record as passed. A name on a list of supported models does not show that it runs."
                ),
                "Load it at the pinned versions, do one step, and record the day.",
                {
                    "checkpoint.repository": "acme/Robin-2-27B",
                    "training.load_test": None,
                    "architecture": "robin_dense",
                },
            )
        ],
    ),
    (
        "CK-13",
        {"rollout.load_test": row(passed=False)},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.load_test",
                (
                    "A test that the rollout engine loads this checkpoint, of the architecture robin_dense, is on "
                    "record as not passed. A name on a list of supported models does not show that it runs."
                ),
                "Load it at the pinned versions, do one generation, and record the day.",
                {
                    "checkpoint.repository": "acme/Robin-2-27B",
                    "rollout.load_test": {"passed": False},
                    "architecture": "robin_dense",
                },
            )
        ],
    ),
    (
        "CK-14",
        {"baseline.harness": None},
        NOTHING_MEASURED,
        [
            Said(
                "baseline.harness",
                (
                    "It is not said what the harness of the baseline is. Another harness or engine gives the same "
                    "checkpoint another score."
                ),
                "Name it, with its exact version or the digest of its image.",
                {"baseline.harness": None},
            )
        ],
    ),
    (
        "CK-14",
        {"training.trainer": row(name="slime")},
        NOTHING_MEASURED,
        [
            Said(
                "training.trainer",
                ("No version of the trainer, slime, is given. Versions decide whether a checkpoint runs."),
                "Give the exact version, the digest of the image, or the lock file's entry.",
                {"training.trainer": {"name": "slime"}},
            )
        ],
    ),
    (
        "CK-14",
        {"rollout.engine": row(version="latest")},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.engine",
                (
                    "“latest” of the rollout engine is another version tomorrow. Versions decide whether a "
                    "checkpoint runs."
                ),
                "Give the exact version, the digest of the image, or the lock file's entry.",
                {"rollout.engine": {"version": "latest"}},
            )
        ],
    ),
    (
        "CK-14",
        {"success.engine": row(name="vLLM", version="main")},
        NOTHING_MEASURED,
        [
            Said(
                "success.engine",
                (
                    "“main” of the engine of the final evaluation, vLLM, is another version tomorrow. Versions "
                    "decide whether a checkpoint runs."
                ),
                "Give the exact version, the digest of the image, or the lock file's entry.",
                {"success.engine": {"name": "vLLM", "version": "main"}},
            )
        ],
    ),
    (
        "CK-15",
        {},
        Measured(checkpoint=CheckpointFiles(total_size=27_000_000_000)),
        [
            Said(
                "checkpoint.format",
                (
                    "27,000,000,000 parameters in BF16 take 54,000,000,000 bytes, and the index says 27,000,000,000."
                    " The files hold something else than is described."
                ),
                "Check which files these are, and correct the format or take the right ones.",
                {"checkpoint.format": "bf16", "bytes": 27000000000, "parameters": 27000000000},
            )
        ],
    ),
    (
        "CK-15",
        {"checkpoint.format": "nvfp4"},
        Measured(checkpoint=CheckpointFiles(total_size=27_000_000_000)),
        [
            Said(
                "checkpoint.format",
                (
                    "27,000,000,000 parameters in NVFP4 take 13,500,000,000 bytes, and the index says "
                    "27,000,000,000. The files hold something else than is described."
                ),
                "Check which files these are, and correct the format or take the right ones.",
                {"checkpoint.format": "nvfp4", "bytes": 27000000000, "parameters": 27000000000},
            )
        ],
    ),
    (
        "CK-15",
        {},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.format",
                (
                    "The index of the weights is not on hand, so it cannot be told whether their size fits the "
                    "format. It counts neither as right nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {"checkpoint.format": "bf16", "bytes": None, "parameters": 27000000000},
                cannot_tell=True,
            )
        ],
    ),
    (
        "CK-16",
        {},
        Measured(checkpoint=CheckpointFiles(quantisation="fp8")),
        [
            Said(
                "checkpoint.format",
                (
                    "You give the format BF16, and config.json holds quantisation settings (fp8). A quantised file "
                    "is another checkpoint than the official BF16 one."
                ),
                "Use the official BF16 checkpoint, or correct the format.",
                {"checkpoint.format": "bf16", "quantisation": "fp8"},
            )
        ],
    ),
    (
        "CK-16",
        {},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.format",
                (
                    "The checkpoint's own files are not on hand, so it cannot be told whether they are quantised. It"
                    " counts neither as right nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {"checkpoint.format": "bf16", "quantisation": None},
                cannot_tell=True,
            )
        ],
    ),
    (
        "CK-17",
        {"checkpoint.tokenizer_revision": "f" * 40},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.revision",
                (
                    "The weights are of revision 0123456789ab and the tokenizer is of ffffffffffff. Another tokenizer "
                    "can turn the same text into other tokens."
                ),
                "Take both from one commit, and pin both to it.",
                {
                    "checkpoint.tokenizer_revision": "ffffffffffffffffffffffffffffffffffffffff",
                    "checkpoint.revision": "0123456789abcdef0123456789abcdef01234567",
                },
            )
        ],
    ),
    (
        "CK-18",
        {"checkpoint.repository": COPY.id},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.repository",
                (
                    "someone/Robin-2-27B-4bit is on record as a copy made from acme/Robin-2-27B. A copy can hold "
                    "other weights under the same name."
                ),
                "Use the publisher's own repository, or say why the copy is meant.",
                {"checkpoint.repository": "someone/Robin-2-27B-4bit", "publisher": "someone"},
            )
        ],
    ),
    (
        "CK-18",
        {"checkpoint.repository": "someone/Robin-2-27B"},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.repository",
                (
                    "someone/Robin-2-27B has the name of acme/Robin-2-27B and another owner. A copy can hold other "
                    "weights under the same name."
                ),
                "Use the publisher's own repository, or say why the copy is meant.",
                {"checkpoint.repository": "someone/Robin-2-27B", "publisher": None},
            )
        ],
    ),
    (
        "CK-19",
        {"checkpoint.format": "fp8"},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.format",
                (
                    "You give the format “FP8”, and acme/Robin-2-27B is on record with “BF16”. This repository does "
                    "not hold what is described."
                ),
                ("Correct the format, or choose the repository that holds it: acme/Robin-2-27B-FP8."),
                {"checkpoint.format": "fp8", "on record": "bf16"},
            )
        ],
    ),
    (
        "CK-19",
        {"model.family": "wren"},
        NOTHING_MEASURED,
        [
            Said(
                "model.family",
                (
                    "You give the family “wren”, and acme/Robin-2-27B is on record with “robin”. This repository "
                    "does not hold what is described."
                ),
                "Correct the family, or choose the repository that holds it.",
                {"model.family": "wren", "on record": "robin"},
            )
        ],
    ),
    (
        "CK-19",
        {"model.version": "3"},
        NOTHING_MEASURED,
        [
            Said(
                "model.version",
                (
                    "You give the version “3”, and acme/Robin-2-27B is on record with “2”. This repository does not "
                    "hold what is described."
                ),
                "Correct the version, or choose the repository that holds it.",
                {"model.version": "3", "on record": "2"},
            )
        ],
    ),
    (
        "CK-19",
        {"checkpoint.repository": LARGE.id},
        NOTHING_MEASURED,
        [
            Said(
                "kind",
                ("This is a Robin 27B inquiry, and acme/Robin-2-2T is robin 2T. The two are scoped differently."),
                "Choose a checkpoint of this kind, or open an inquiry of the other kind.",
                {"kind": "robin-27b", "on record": {"family": "robin", "size": "2T"}},
            )
        ],
    ),
    (
        "CK-19",
        {"checkpoint.repository": "acme/Robin-9"},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.repository",
                (
                    "Nothing is on record about acme/Robin-9, so this cannot be compared. It counts neither as right"
                    " nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {"checkpoint.repository": "acme/Robin-9"},
                cannot_tell=True,
            )
        ],
    ),
    (
        "CK-19",
        {"kind": "wren-9b"},
        NOTHING_MEASURED,
        [
            Said(
                "kind",
                (
                    "“wren-9b” is no kind of inquiry that is on record here, so this cannot be compared. It counts "
                    "neither as right nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {"kind": "wren-9b"},
                cannot_tell=True,
            )
        ],
    ),
    (
        "CK-20",
        {"checkpoint.licence": "MIT"},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.licence",
                (
                    "You name MIT, and acme/Robin-2-27B is on record with Apache-2.0. Licences differ between "
                    "checkpoints of one family."
                ),
                "Read the licence file at the revision that you use, and name what it says.",
                {"checkpoint.licence": "MIT", "checkpoint.repository": "acme/Robin-2-27B", "on record": "Apache-2.0"},
            )
        ],
    ),
    (
        "CK-20",
        {"checkpoint.repository": "acme/Robin-9"},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.licence",
                (
                    "No licence of acme/Robin-9 is on record, so this cannot be compared. It counts neither as right"
                    " nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {"checkpoint.licence": "Apache-2.0", "checkpoint.repository": "acme/Robin-9", "on record": None},
                cannot_tell=True,
            )
        ],
    ),
    (
        "CK-20",
        {"checkpoint.repository": "acme/Robin-X"},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.licence",
                (
                    "No licence of acme/Robin-X is on record, so this cannot be compared. It counts neither as right"
                    " nor as wrong."
                ),
                "Nothing is asked of you; an engineer will look at it.",
                {"checkpoint.licence": "Apache-2.0", "checkpoint.repository": "acme/Robin-X", "on record": ""},
                cannot_tell=True,
            )
        ],
    ),
    (
        "CK-21",
        {"checkpoint.repository": "acme/Robin-9"},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.repository",
                (
                    "acme/Robin-9 is not on record here. Nothing is known of its format, its licence or of published"
                    " results."
                ),
                (
                    "Check how the name is written. If it is right, an engineer reviews it before evidence can be "
                    "matched."
                ),
                {"checkpoint.repository": "acme/Robin-9"},
            )
        ],
    ),
    (
        "CK-21",
        {"checkpoint.revision": "f" * 40},
        NOTHING_MEASURED,
        [
            Said(
                "checkpoint.revision",
                (
                    "Commit ffffffffffff of acme/Robin-2-27B is not on record here. What is known of other commits "
                    "may not hold for it."
                ),
                "Compare it with the publisher's page. If it is right, an engineer reviews it.",
                {
                    "checkpoint.repository": "acme/Robin-2-27B",
                    "checkpoint.revision": "ffffffffffffffffffffffffffffffffffffffff",
                    "on record": ["0123456789abcdef0123456789abcdef01234567"],
                },
            )
        ],
    ),
    (
        "CK-22",
        {"training.trainer": None},
        NOTHING_MEASURED,
        [
            Said(
                "training.trainer",
                ("Training is asked for, and no trainer is named. Whether a checkpoint can be trained depends on it."),
                "Name the trainer and its version.",
                {"scope.training": True, "training.trainer": None},
            )
        ],
    ),
    (
        "CK-22",
        {"rollout.engine": row(version="1")},
        NOTHING_MEASURED,
        [
            Said(
                "rollout.engine",
                (
                    "Rollouts are asked for, and no engine is named. Sampling differs between engines and their "
                    "versions."
                ),
                "Name the rollout engine and its version.",
                {"scope.rollout_inference": True, "rollout.engine": {"version": "1"}},
            )
        ],
    ),
]


@pytest.mark.parametrize(("rule", "changes", "measured", "spoken"), SPOKEN)
def test_a_rule_says_what_is_wrong_why_it_matters_and_what_to_do(
    rule: str, changes: dict[str, Any], measured: Measured, spoken: list[Said]
) -> None:
    assert list(JUDGES[rule](facts(changes, measured=measured))) == spoken
