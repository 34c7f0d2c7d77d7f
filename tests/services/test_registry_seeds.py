"""The seeds: what they hold, and how a seed that cannot be used is told of."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from app.infra.errors import InvalidError
from app.registry.fields import Claim, Records
from app.registry.service import facts_from_seeds, read_seeds
from app.rules.tokens import IDENTITY_AXES
from tests.databases import SEEDS
from tests.services.registry_folder import CHECKPOINT, CLAIM, SOURCE, write_seeds

NANO = "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B"
GYRE = "qwen3.8-2.4t-model-only"

# repository: family, version, size, architecture, stage, format, relation, relative
AXES = {
    "zai-org/GLM-5.3": ("glm", "5.3", "744B-A40B", "glm_moe_dsa", "post-trained", "fp8", "", ""),
    "zai-org/GLM-5.3-BF16": ("glm", "5.3", "744B-A40B", "glm_moe_dsa", "post-trained", "bf16", "", ""),
    "zai-org/GLM-5.3-Flash": ("glm", "5.3", "Flash 320B-A18B", "glm5_next", "post-trained", "fp8", "", ""),
    "zai-org/GLM-5.3-Flash-BF16": ("glm", "5.3", "Flash 320B-A18B", "glm5_next", "post-trained", "bf16", "", ""),
    "zai-org/GLM-5.2": ("glm", "5.2", "744B-A40B", "glm_moe_dsa", "post-trained", "bf16", "", ""),
    "zai-org/GLM-5.2-FP8": ("glm", "5.2", "744B-A40B", "glm_moe_dsa", "post-trained", "fp8", "", ""),
    "Qwen/Qwen3.8-27B": ("qwen", "3.8", "27B", "qwen3_5", "post-trained", "bf16", "", ""),
    "Qwen/Qwen3.8-27B-FP8": ("qwen", "3.8", "27B", "qwen3_5", "post-trained", "fp8", "", ""),
    "Qwen/Qwen3.6-27B": ("qwen", "3.6", "27B", "qwen3_5", "post-trained", "", "", ""),
    "Qwen/Qwen3.5-27B": ("qwen", "3.5", "27B", "qwen3_5", "post-trained", "", "", ""),
    "Qwen/Qwen3.8-2.4T-A95B": ("qwen", "3.8", "2.4T-A95B", "qwen3_5_moe_text", "post-trained", "bf16", "", ""),
    "Qwen/Qwen3.8-2.4T-A95B-FP8": ("qwen", "3.8", "2.4T-A95B", "qwen3_5_moe_text", "post-trained", "fp8", "", ""),
    "Qwen/Qwen3.8-Flash-Next": ("qwen", "3.8", "Flash-Next 125B", "qwen4_exp", "", "", "", ""),
    "unsloth/Qwen3.8-27B-unsloth-bnb-4bit": (
        *("qwen", "3.8", "27B", "qwen3_5", "post-trained", "bnb-4bit"),
        *("quantised-from", "Qwen/Qwen3.8-27B"),
    ),
    "douyamv/Qwen3.8-27B-FP8": ("qwen", "3.8", "", "", "", "other", "re-upload-of", ""),
    f"{NANO}-BF16": ("nemotron", "3", "Nano 30B-A3B", "", "post-trained", "bf16", "from-base", f"{NANO}-Base-BF16"),
    f"{NANO}-FP8": ("nemotron", "3", "Nano 30B-A3B", "", "post-trained", "fp8", "from-base", f"{NANO}-Base-BF16"),
    f"{NANO}-Base-BF16": ("nemotron", "3", "Nano 30B-A3B", "", "base", "bf16", "base-of", f"{NANO}-BF16"),
    "nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-BF16": (
        *("nemotron", "3", "Super 120B-A12B", "", "post-trained", "bf16"),
        *("", ""),
    ),
    "nvidia/Nemotron-3-Nano-Omni-30B-A3B-Reasoning-BF16": (
        *("nemotron", "3", "Nano-Omni 30B-A3B", "", "post-trained", "bf16"),
        *("", ""),
    ),
    "nvidia/NVIDIA-Nemotron-3.5-Lightning-30B-A3B-BF16": (
        *("nemotron", "3.5", "Lightning 30B-A3B", "", "post-trained", "bf16"),
        *("", ""),
    ),
    "thinkingmachines/Inkling": ("inkling", "", "large 975B-A41B", "", "post-trained", "bf16", "", ""),
    "thinkingmachines/Inkling-Small": ("inkling", "", "Small 276B-A12B", "", "post-trained", "bf16", "", ""),
    GYRE: ("qwen", "3.8", "2.4T-A95B", "qwen3_5_moe_text", "", "", "", ""),
}

# claim: kind, rung, method, confirmation, checkpoints
FIRST_CLAIMS = {
    "glm-5.3-report": (
        *("vendor-report", "announced", "sao", "second-hand"),
        ("zai-org/GLM-5.3", "zai-org/GLM-5.3-BF16"),
    ),
    "sao-glm-5.2": ("preprint", "announced", "sao", "confirmed", ("zai-org/GLM-5.2",)),
    "slime-stack": ("framework-docs", "announced", "unspecified", "confirmed", ("zai-org/GLM-5.2",)),
    "unsloth-qwen3.8-27b-sft": ("implementation-guide", "registered", "sft", "confirmed", ("Qwen/Qwen3.8-27B",)),
    "unsloth-qwen3.8-27b-rl-entry": (
        *("implementation-guide", "registered", "grpo", "page-only"),
        ("unsloth/Qwen3.8-27B-unsloth-bnb-4bit",),
    ),
    "qwengyre-2.4t-rl": ("preprint", "converged", "unspecified", "confirmed", (GYRE,)),
    "qwengyre-2.4t-700k": ("preprint", "runs", "unspecified", "confirmed", (GYRE,)),
    "inkling-small-rl": ("release-note", "announced", "unspecified", "confirmed", ("thinkingmachines/Inkling-Small",)),
    "inkling-small-tinker": (
        *("platform-docs", "registered", "unspecified", "confirmed"),
        ("thinkingmachines/Inkling-Small",),
    ),
    "nemotron-3-nano-card": ("model-card", "announced", "grpo", "confirmed", (f"{NANO}-BF16",)),
}

# what the research page says, sentence by sentence, and the claims that carry it
PAGE = {
    "published work, to be matched to version and checkpoint": ("evidence-per-checkpoint",),
    "the gains of 5.3 are put down to post-training on the same base": ("glm-5.3-report", "glm-5.3-same-base"),
    "long-horizon environments": ("glm-5.3-environments",),
    "SAO with compaction": ("glm-5.3-sao-compaction",),
    "the slime framework": ("glm-5.3-slime",),
    "Megatron and SGLang": ("slime-stack",),
    "rewards checked against three states": ("glm-5.3-verifier-design",),
    "trajectories show shortcuts": ("glm-5.3-shortcut-hunting",),
    "not a validated job": ("no-validated-job",),
    "the SAO preprint and its deployment": ("sao-algorithm", "sao-glm-5.2"),
    "the official BF16 checkpoint": ("glm-5.3-bf16-release",),
    "Flash is separate": ("glm-5.3-flash-architecture",),
    "the guide for 27B, supervised and RL": ("unsloth-qwen3.8-27b-sft", "unsloth-qwen3.8-27b-rl-entry"),
    "QwenGyre on 2.4T": ("qwengyre-elastic-split", "qwengyre-2.4t-rl", "qwengyre-2.4t-700k"),
    "Inkling Small: distillation, RL, weights, Tinker": (
        *("inkling-small-distillation", "inkling-small-rl"),
        *("inkling-small-weights", "inkling-small-tinker"),
    ),
    "own validation is needed": ("own-validation-needed",),
    "Nemotron 3 Nano: method, software, recipe and data": (
        *("nemotron-3-nano-card", "nemotron-3-nano-stack", "nemotron-3-nano-links"),
    ),
    "27B first, as a recommendation": ("27b-first",),
    "a larger model when it is justified": ("larger-when-justified",),
    "five things to agree": ("five-agreements",),
    "training and rollouts apart": ("scope-separation",),
    "managed RFT by invitation": ("managed-rft-invitation",),
    "what the inquiry asks": ("inquiry-asks",),
}

SEEN_REVISIONS = {
    "zai-org/GLM-5.3": {"935644c05e76fc198714f4cca449fd8b970ff6d7"},
    "zai-org/GLM-5.3-BF16": {"304b8051cfb2b260b61ce0cbe330e02a98e73639"},
    "Qwen/Qwen3.8-27B": {"1d4bf0f2ff6012fd82039f2fa52739d0dd7c60c0", "017b9c7af6b5689d5dd426a76e0bc077eb5ca20a"},
    "Qwen/Qwen3.8-2.4T-A95B": {"207bd685a7e3696cfaff12ded7c6a7ea0f88c996"},
    "unsloth/Qwen3.8-27B-unsloth-bnb-4bit": {"8aa5f05d26b7205477066e1449e0af13f762a299"},
    "unsloth/Qwen3.8-27B-GGUF": {
        "4ca720788d1e01f1bff70c033e0d0028fd02e502",
        "f1bfb127c64f7072bdd2cad55f258b9c8b2910fe",
    },
    "thinkingmachines/Inkling": {"e4aa5ee880fbb0d2c1a93b1e4a39f2d4b97eb28a"},
    "thinkingmachines/Inkling-Small": {
        "b2d4f225a02032c5d154bff748ab5a00c5ca26e4",
        "21152b5312c653be115f33a8342759064144e281",
    },
    f"{NANO}-BF16": {"bf77c3174f68ad409e1c2aa60daeb46e32d1c606"},
    "nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-BF16": {"2dc98e2afe4face0e4ce40972a915c45368bd34a"},
    "nvidia/NVIDIA-Nemotron-3.5-Lightning-30B-A3B-BF16": {"b3caaabed0263651a17dc1f2d4ce97e794f76c44"},
}


@pytest.fixture(scope="module")
def records() -> Records:
    return read_seeds(SEEDS)


@pytest.mark.parametrize("checkpoint_id", AXES)
def test_a_checkpoint_is_seeded_with_the_axes_that_sources_state(checkpoint_id: str, records: Records) -> None:
    found = next(each for each in records.checkpoints if each.id == checkpoint_id)
    stated = (found.family, found.version, found.size, found.architecture, found.stage, found.format)
    assert (*stated, found.relation, found.relative) == AXES[checkpoint_id]


@pytest.mark.parametrize("claim_id", FIRST_CLAIMS)
def test_the_first_claims_have_their_kind_rung_method_and_checkpoints(claim_id: str) -> None:
    claim = facts_from_seeds(SEEDS).claims[claim_id]
    about = tuple(target.checkpoint for target in claim.targets)
    assert (claim.source.kind, claim.rung, claim.method, claim.confirmed_as, about) == FIRST_CLAIMS[claim_id]


def test_every_statement_of_the_page_is_a_claim_and_no_other_is_said_to_be_on_it(records: Records) -> None:
    expected = {claim_id for claims in PAGE.values() for claim_id in claims}
    assert {claim.id for claim in records.claims if claim.on_page} == expected


def test_no_revision_is_kept_but_those_that_were_seen_in_full(records: Records) -> None:
    kept = {
        each.id: {revision.revision for revision in each.revisions} for each in records.checkpoints if each.revisions
    }
    assert kept == SEEN_REVISIONS


def test_a_claim_names_only_revisions_that_are_on_record(records: Records) -> None:
    named = {(each.checkpoint, each.revision) for claim in records.claims for each in claim.targets if each.revision}
    assert {(checkpoint, revision) for checkpoint, revision in named if revision in SEEN_REVISIONS[checkpoint]} == named


def test_what_the_page_cites_is_due_sixty_days_after_its_review_and_nothing_counts_as_checked(records: Records) -> None:
    cited = [source for source in records.sources if source.on_page]
    assert {source.reviewed_on for source in cited} == {date(2026, 10, 1)}
    assert {source.review_by for source in cited} == {date(2026, 10, 1) + timedelta(days=60)}
    assert {source.state for source in records.sources} == {"not-checked"}
    assert {checkpoint.checked_on for checkpoint in records.checkpoints} == {None}


def test_a_licence_is_that_of_its_checkpoint_and_is_never_inherited(records: Records) -> None:
    licences = {each.id: (each.licence_state, each.licence) for each in records.checkpoints}
    assert licences["zai-org/GLM-5.3"] == ("stated", "LicenseRef-GLM-5.3")
    assert licences["zai-org/GLM-5.3-BF16"] == ("unknown", "")
    assert licences["zai-org/GLM-5.3-Flash"] == ("stated", "MIT")
    assert licences["Qwen/Qwen3.8-27B"] == ("stated", "Apache-2.0")
    assert licences["Qwen/Qwen3.8-2.4T-A95B"] == ("stated", "LicenseRef-Qwen3.8-Max")
    assert licences[f"{NANO}-BF16"][0] == "conflicting"


def test_a_number_is_kept_only_where_a_source_states_it_exactly(records: Records) -> None:
    lengths = {each.id: each.context_length for each in records.checkpoints if each.context_length}
    counts = {each.id: each.parameters for each in records.checkpoints if each.parameters}
    assert lengths == {"Qwen/Qwen3.8-27B": 262_144}
    assert counts == {"Qwen/Qwen3.8-27B": 27_786_694_696, "zai-org/GLM-5.3-BF16": 753_499_628_455}


def test_how_a_checkpoint_is_built_is_kept_only_where_a_source_states_it(records: Records) -> None:
    built = {each.id: (each.layout, each.active_parameters) for each in records.checkpoints if each.layout}
    assert built == {
        **dict.fromkeys(("Qwen/Qwen3.5-27B", "Qwen/Qwen3.6-27B", "Qwen/Qwen3.8-27B"), ("hybrid", None)),
        "Qwen/Qwen3.8-27B-FP8": ("hybrid", None),
        **dict.fromkeys(("Qwen/Qwen3.8-2.4T-A95B", "Qwen/Qwen3.8-2.4T-A95B-FP8"), ("mixture", 95_000_000_000)),
        **dict.fromkeys(("zai-org/GLM-5.2", "zai-org/GLM-5.2-FP8"), ("mixture", 40_000_000_000)),
        **dict.fromkeys(("zai-org/GLM-5.3", "zai-org/GLM-5.3-BF16"), ("mixture", 40_000_000_000)),
        **dict.fromkeys(("zai-org/GLM-5.3-Flash", "zai-org/GLM-5.3-Flash-BF16"), ("hybrid-mixture", 18_000_000_000)),
        **dict.fromkeys((f"{NANO}-BF16", f"{NANO}-FP8"), ("hybrid-mixture", None)),
    }
    assert {each.id for each in records.checkpoints if each.active_parameters and not each.layout} == set()


def test_a_way_through_a_tool_is_kept_where_the_source_names_one(records: Records) -> None:
    named = {claim.id: claim.code_path for claim in records.claims if claim.code_path}
    assert named == {"unsloth-qwen3.8-27b-rl-entry": "Qwen 3.5 path, fast_inference=False"}


def test_the_two_kinds_of_inquiry_are_data() -> None:
    kinds = facts_from_seeds(SEEDS).kinds
    assert {
        each.id: (each.family, each.sizes, each.checkpoint_to_train, each.usual_checkpoint, each.larger_than_suggested)
        for each in kinds.values()
    } == {
        "qwen-27b": ("qwen", ("27B",), "", "Qwen/Qwen3.8-27B", False),
        "glm-5.3": (
            *("glm", ("744B-A40B", "Flash 320B-A18B")),
            *("zai-org/GLM-5.3-BF16", "zai-org/GLM-5.3-BF16", True),
        ),
    }


def test_the_advice_against_four_bits_is_about_another_version(records: Records) -> None:
    against = {claim.id: claim.stance_use for claim in records.claims if claim.stance == "against"}
    assert against == {"unsloth-qwen3.5-no-4bit": "compatibility-start"}


def test_the_order_of_files_and_records_changes_neither_facts_nor_revision(tmp_path: Path) -> None:
    more = f'[[checkpoint]]\nid = "example/model-2"\n{CHECKPOINT}'
    one = write_seeds(tmp_path / "one", checkpoints=more)
    other = write_seeds(tmp_path / "other")
    whole = other / "registry" / "checkpoints" / "all.toml"
    (other / "registry" / "checkpoints" / "aaa.toml").write_text(more)
    assert whole.name > "aaa.toml"
    assert facts_from_seeds(one) == facts_from_seeds(other)


def test_a_change_of_one_word_is_another_revision(tmp_path: Path) -> None:
    one = facts_from_seeds(write_seeds(tmp_path / "one"))
    folder = write_seeds(tmp_path / "other")
    file = folder / "registry" / "claims" / "all.toml"
    file.write_text(file.read_text().replace("It runs.", "It ran."))
    assert one.revision != facts_from_seeds(folder).revision


def test_every_axis_of_the_lattice_is_a_field_of_a_checkpoint() -> None:
    fields = {"revision", *facts_from_seeds(SEEDS).checkpoints["Qwen/Qwen3.8-27B"].__slots__}
    assert set(IDENTITY_AXES) <= fields


BAD = [
    ("claims", f'[[claim]]\nid = "Not A Slug"\n{CLAIM}', "record Not A Slug: id:"),
    ("claims", f"[[claim]]\n{CLAIM}", "record without an id: id: Field required"),
    ("claims", f'[[claim]]\nid = "x"\nextra = 1\n{CLAIM}', "record x: extra: Extra inputs are not permitted"),
    (
        "claims",
        f'[[claim]]\nid = "x"\nmethod = "ppo2"\n{CLAIM}',
        "method: is “ppo2”, which is none of grpo, async-grpo,",
    ),
    ("claims", f'[[claim]]\nid = "x"\nstance = "against"\n{CLAIM}', "names the use that it advises against"),
    ("claims", f'[[claim]]\nid = "runs-1"\n{CLAIM}', "The id “runs-1” stands twice under claims."),
    ("claims", f'[[claim]]\nid = "x"\n{CLAIM}'.replace("guide", "gone"), "Claim x names “gone”"),
    ("claims", f'[[claim]]\nid = "x"\n{CLAIM}'.replace("model-1", "model-9"), "Claim x names “example/model-9”"),
    (
        "claims",
        f'[[claim]]\nid = "x"\nsuperseded_by = "y"\n{CLAIM}',
        "Claim x names “y”, which is not among",
    ),
    ("checkpoints", f'[[checkpoint]]\nid = "a/b"\nlicence = "MIT"\n{CHECKPOINT}', "a licence is named exactly when"),
    (
        "checkpoints",
        f'[[checkpoint]]\nid = "a/b"\nrepository = "a/c"\n{CHECKPOINT}',
        "write the repository nowhere",
    ),
    (
        "checkpoints",
        f'[[checkpoint]]\nid = "a/b"\n{CHECKPOINT}revisions = [{{ revision = "main", seen_in = "x" }}]\n',
        "revisions.0.revision:",
    ),
    ("checkpoints", f'[[checkpoint]]\nid = "a/b"\nrelative = "c/d"\n{CHECKPOINT}', "Checkpoint a/b names “c/d”"),
    ("checkpoints", f'[[checkpoint]]\nid = "a/b"\nlayout = "moe"\n{CHECKPOINT}', "layout: is “moe”, which is none of"),
    ("checkpoints", f"[[checkpoint]]\nid = 7\n{CHECKPOINT}", "record 7: id:"),
    ("sources", f'[[source]]\nid = "x"\naddress = "http://a"\n{SOURCE}', "an address begins with https://"),
    (
        "sources",
        f'[[source]]\nid = "x"\nreviewed_on = 2026-10-01\nreview_by = 2026-10-01\n{SOURCE}',
        "the next review comes after the last one",
    ),
    ("kinds", "[[other]]\n", "may hold nothing but [[kind]] tables"),
    ("kinds", "= nonsense", "all.toml cannot be read:"),
]


@pytest.mark.parametrize(("name", "more", "sentence"), BAD)
def test_a_seed_that_cannot_be_used_is_told_by_file_record_and_field(
    name: str, more: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidError) as refused:
        read_seeds(write_seeds(tmp_path, **{name: more}))
    assert sentence in refused.value.sentence
    assert refused.value.code == "seeds"


def test_a_folder_without_seeds_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="There are no seeds in"):
        read_seeds(tmp_path)


def test_a_claim_is_never_changed_in_memory(records: Records) -> None:
    claim = records.claims[0]
    with pytest.raises(ValueError, match="frozen"):
        claim.statement = "Another."  # type: ignore[misc]
    assert isinstance(claim, Claim)
