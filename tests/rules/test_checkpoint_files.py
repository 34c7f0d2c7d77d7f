from typing import Any

import pytest

from app.rules.measured import CheckpointFiles, Measured
from app.rules.records import CheckpointRecord, RegistryFacts
from tests.rules.examples import SMALL, finding, registry, said

FORMAT, REPOSITORY = "checkpoint.format", "checkpoint.repository"


def of_files(**changes: Any) -> Measured:  # noqa: ANN401  the fields of the files' facts
    return Measured(checkpoint=CheckpointFiles(**changes))


def of_size(parameters: int | None) -> RegistryFacts:
    known = registry()
    record = CheckpointRecord(id=SMALL.id, repository=SMALL.id, parameters=parameters)
    return RegistryFacts("test", {SMALL.id: record}, known.claims, known.kinds)


@pytest.mark.parametrize(
    ("given", "dtype", "quantisation", "agrees"),
    [
        ("bf16", "bfloat16", "", True),
        ("bf16", "torch.bfloat16", "", True),
        ("bf16", "BFloat16", "", True),
        ("bf16", "bf16", "", True),
        ("bf16", "float16", "", False),
        ("bf16", "float32", "", False),
        ("bf16", "float8_e4m3fn", "", False),
        ("bf16", "float16", "fp8", False),
        ("bf16", "bfloat16", "fp8", True),
        ("fp16", "float16", "", True),
        ("fp16", "half", "", True),
        ("fp16", "bfloat16", "", False),
        ("fp16", "bfloat16", "gptq", False),
        ("fp8", "bfloat16", "fp8", True),
        ("fp8", "bfloat16", "", False),
        ("fp8", "float8_e4m3fn", "", True),
        ("nvfp4", "bfloat16", "modelopt", True),
        ("bnb-4bit", "bfloat16", "", False),
    ],
)
def test_ck_09_compares_the_numbers_that_config_json_states(
    given: str,
    dtype: str,
    quantisation: str,
    agrees: bool,  # noqa: FBT001  a table's column
) -> None:
    measured = of_files(dtype=dtype, quantisation=quantisation)
    assert said("CK-09", {FORMAT: given}, measured=measured) == ([] if agrees else [(FORMAT, "open")])


def test_ck_09_cannot_tell_without_the_file_or_where_it_is_silent() -> None:
    assert said("CK-09") == [(FORMAT, "cannot-tell")]
    assert said("CK-09", measured=of_files(quantisation="fp8")) == [(FORMAT, "cannot-tell")]
    assert finding("CK-09").message.startswith("The checkpoint's own files are not on hand, so it cannot be told")
    silent = finding("CK-09", measured=of_files()).message
    assert silent.startswith("The checkpoint's config.json states no number format, so it cannot be told whether the ")


@pytest.mark.parametrize("given", ["gguf", "other", None])
def test_ck_09_is_silent_where_config_json_could_say_nothing_of_the_format(given: str | None) -> None:
    assert said("CK-09", {FORMAT: given}) == []
    assert said("CK-09", {FORMAT: given}, measured=of_files(dtype="float16")) == []


CONFIG, GENERATION, TOKENIZER = "config.json", "generation_config.json", "tokenizer_config.json"


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ({CONFIG: {"7"}, GENERATION: {"7"}}, ""),
        ({CONFIG: {"7"}, GENERATION: {"7", "8"}}, "open"),
        ({CONFIG: {"7", "<end>"}, TOKENIZER: {"7"}}, ""),
        ({CONFIG: {"7", "<end>"}, TOKENIZER: {"<stop>"}}, "open"),
        ({CONFIG: {"7"}, TOKENIZER: {"<stop>"}}, "cannot-tell"),
        ({CONFIG: {"7"}, GENERATION: {"7"}, TOKENIZER: {"<stop>"}}, ""),
        ({CONFIG: {"7"}, GENERATION: {"7"}, TOKENIZER: {"8"}}, "open"),
        ({CONFIG: {"7"}, GENERATION: set()}, "cannot-tell"),
        ({CONFIG: {"7"}}, "cannot-tell"),
        ({}, "cannot-tell"),
    ],
)
def test_ck_10_wants_the_files_to_end_an_answer_alike(ends: dict[str, set[str]], expected: str) -> None:
    measured = of_files(end_tokens={name: frozenset(tokens) for name, tokens in ends.items()})
    assert said("CK-10", measured=measured) == ([(REPOSITORY, expected)] if expected else [])


def test_ck_10_needs_the_files_and_a_repository_to_name() -> None:
    assert said("CK-10") == [(REPOSITORY, "cannot-tell")]
    assert said("CK-10", {REPOSITORY: None}) == []


def test_ck_10_names_both_files_and_their_tokens() -> None:
    ends = {GENERATION: frozenset({"9", "8"}), CONFIG: frozenset({"7"}), TOKENIZER: frozenset({"6"})}
    found = finding("CK-10", measured=of_files(end_tokens=ends))
    assert found.message.startswith("config.json ends an answer at 7, generation_config.json at 8, 9. ")
    assert found.inputs["end tokens"] == [
        [CONFIG, ["7"]],
        [GENERATION, ["8", "9"]],
        [CONFIG, ["7"]],
        [TOKENIZER, ["6"]],
    ]


@pytest.mark.parametrize(
    ("given", "size", "expected"),
    [
        ("bf16", 2000, ""),
        ("bf16", 2040, ""),
        ("bf16", 2041, "open"),
        ("bf16", 1960, ""),
        ("bf16", 1959, "open"),
        ("fp16", 2000, ""),
        ("fp8", 1000, ""),
        ("fp8", 2000, "open"),
        ("nvfp4", 500, ""),
        ("mxfp4", 500, ""),
        ("bnb-4bit", 500, ""),
        ("bnb-4bit", 1000, "open"),
        ("gguf", 500, "cannot-tell"),
        ("other", 500, "cannot-tell"),
        ("bf16", None, "cannot-tell"),
        (None, 2000, ""),
    ],
)
def test_ck_15_wants_the_size_that_the_format_makes(given: str | None, size: int | None, expected: str) -> None:
    found = said("CK-15", {FORMAT: given}, measured=of_files(total_size=size), known=of_size(1000))
    assert found == ([(FORMAT, expected)] if expected else [])


def test_ck_15_takes_the_parameters_on_record_before_those_of_the_index() -> None:
    both = of_files(total_size=2000, parameters=5000)
    assert said("CK-15", measured=both, known=of_size(1000)) == []
    assert said("CK-15", measured=both, known=of_size(None)) == [(FORMAT, "open")]
    fits = of_files(total_size=10000, parameters=5000)
    assert said("CK-15", measured=fits, known=of_size(None)) == []
    assert said("CK-15", {REPOSITORY: "acme/Robin-9"}, measured=fits) == []


def test_ck_15_cannot_tell_without_the_index_or_a_number_of_parameters() -> None:
    assert said("CK-15") == [(FORMAT, "cannot-tell")]
    assert finding("CK-15").message.startswith("The index of the weights is not on hand, so it cannot be told whether ")
    unknown = finding("CK-15", measured=of_files(total_size=2000), known=of_size(None))
    assert unknown.message.startswith("How large the files should be is not known, so it cannot be told whether their ")


@pytest.mark.parametrize(
    ("given", "quantisation", "expected"),
    [("bf16", "", ""), ("bf16", "fp8", "open"), ("fp8", "fp8", ""), ("fp16", "gptq", ""), (None, "fp8", "")],
)
def test_ck_16_finds_quantisation_settings_in_what_is_called_bf16(
    given: str | None, quantisation: str, expected: str
) -> None:
    found = said("CK-16", {FORMAT: given}, measured=of_files(quantisation=quantisation))
    assert found == ([(FORMAT, expected)] if expected else [])


def test_ck_16_cannot_tell_without_the_file_and_only_of_bf16() -> None:
    assert said("CK-16") == [(FORMAT, "cannot-tell")]
    assert said("CK-16", {FORMAT: "fp8"}) == []
    assert said("CK-16", unreadable=frozenset({FORMAT})) == []
