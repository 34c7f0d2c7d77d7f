"""The files of a checkpoint."""

from dataclasses import replace

import pytest

from app.readers.checkpoint import Checkpoint
from app.readers.files import read_files
from app.readers.limits import Limits
from app.readers.source import Source, of_bytes
from tests.readers.making import codes, document, lines, read, refusal, said
from tests.readers.trainer_samples import (
    ADAPTER,
    CONFIG,
    GENERATION,
    HEADER,
    INDEX,
    POINTER,
    README,
    TOKENIZER,
    weights,
)

TEMPLATE = "{% for m in messages %}{% endfor %}"


def passport(*sources: Source) -> Checkpoint:
    found = read(*sources).checkpoint
    assert found is not None
    return found


def whole() -> list[Source]:
    texts = {"README.md": README, "chat_template.jinja": TEMPLATE, "a.safetensors": POINTER}
    documents = {"c": CONFIG, "g": GENERATION, "t": TOKENIZER, "i": INDEX, "a": ADAPTER}
    return [
        *(document(name, value) for name, value in documents.items()),
        *(of_bytes(name, text.encode()) for name, text in texts.items()),
        weights(),
    ]


def test_the_files_of_a_checkpoint_make_one_passport() -> None:
    reading = read(*whole())
    assert (reading.format, len(reading.files), list(reading.trials)) == ("checkpoint", 9, [])
    found = reading.checkpoint
    assert found is not None
    digest = found.chat_template
    assert digest is not None
    assert len(digest) == 64
    assert found == Checkpoint(
        architectures=("MakerForCausalLM",),
        model_type="maker",
        dtype="bfloat16",
        weight_dtypes=("bfloat16", "float32"),
        quantisation=None,
        end_tokens={
            "config.json": (7,),
            "generation_config.json": (7, 8),
            "tokenizer_config.json": ("<end>",),
        },
        total_size=2000,
        parameters=1000,
        context_length=4096,
        layers=4,
        layer_types=("linear_attention", "full_attention"),
        kv_heads=2,
        head_dim=64,
        experts=8,
        sampling={"do_sample": True, "temperature": 0.6, "top_p": 0.95},
        lora_rank=16,
        base_model="maker/base",
        base_revision="c" * 40,
        licence="apache-2.0",
        chat_template=digest,
        weights=(("a" * 64, 1234),),
    )
    assert codes(reading) == ["end-tokens-differ"]


def test_end_tokens_that_differ_by_file_are_said() -> None:
    reading = read(document("c", CONFIG), document("g", GENERATION), document("t", TOKENIZER))
    assert said(reading, "end-tokens-differ") == (
        "The files disagree on where an answer ends (config.json: 7; generation_config.json: 7, 8; "
        "tokenizer_config.json: <end>): a server and a trainer that read different files stop at different places."
    )
    same = read(document("c", CONFIG | {"eos_token_id": 8}), document("t", TOKENIZER))
    assert codes(same) == []
    unknown = read(document("c", CONFIG), document("t", TOKENIZER | {"eos_token": "<other>"}))
    assert codes(unknown) == []


def test_a_single_line_is_a_document_too() -> None:
    assert passport(lines("c", CONFIG)).model_type == "maker"
    assert passport(lines("c", {"model_type": "maker", "hidden_size": 64})).model_type == "maker"
    assert refusal(lines("c", CONFIG, CONFIG))[0] == "unknown-format"
    assert refusal(lines("c", {"model_type": "maker"}))[0] == "unknown-format"


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"quant_method": "fp8"}, "fp8"),
        ({"quant_method": "gptq", "bits": 4}, "gptq 4-bit"),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, "bitsandbytes 4-bit"),
        ({"load_in_8bit": True}, "8-bit"),
        ({"group_size": 128}, "of an unnamed kind"),
    ],
)
def test_a_quantised_checkpoint_is_not_the_one_it_was_made_from(config: dict[str, object], words: str) -> None:
    reading = read(document("c", CONFIG | {"quantization_config": config}))
    assert reading.checkpoint is not None
    assert reading.checkpoint.quantisation == words
    assert said(reading, "quantised").startswith(f"The checkpoint is quantised ({words});")


def test_types_that_differ_and_float16_are_said() -> None:
    reading = read(document("c", CONFIG | {"torch_dtype": "float16"}), weights())
    assert said(reading, "dtype-differs") == "The config says float16, but the weights are bfloat16, float32."
    assert said(reading, "float16").startswith("It is in float16, whose range is narrower")


def test_headers_of_weights_give_size_and_parameters() -> None:
    found = passport(weights(), weights({"c": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]}}, "v"))
    assert (found.total_size, found.parameters) == (48, 23)
    packed = passport(weights(HEADER | {"q": {"dtype": "U8", "shape": [2], "data_offsets": [44, 46]}}))
    assert (packed.total_size, packed.parameters) == (46, None)
    odd = passport(weights({"a": {"dtype": "F32", "shape": [-1, 2]}, "b": 5}))
    assert (odd.total_size, odd.parameters) == (0, 0)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ((2).to_bytes(8, "little") + b"{}", "names no tensors in its header"),
        ((9).to_bytes(8, "little") + b"{}", "ends within its header"),
        ((3).to_bytes(8, "little") + b"{x}", "is not JSON"),
    ],
)
def test_broken_weights_are_refused_where_named_and_left_out_where_found(raw: bytes, words: str) -> None:
    source = of_bytes("w", raw)
    assert refusal(source) == ("unreadable", f"w {words}.")
    reading = read(document("c", CONFIG), replace(source, is_optional=True))
    assert said(reading, "left-out") == f"Left out: w {words}."


def test_a_header_is_as_long_as_a_line_may_be() -> None:
    length = len(weights().open().read()) - 8 - 44
    assert len(read(weights(), limits=Limits(line=length)).files) == 1
    code, sentence = refusal(weights(), limits=Limits(line=length - 1))
    assert (code, sentence) == ("unreadable", f"w has a header of more than {length - 1:,} bytes.")


def test_each_folder_is_a_checkpoint() -> None:
    readings = read_files([document(f"{folder}/config.json", CONFIG) for folder in ("a", "b")])
    assert [reading.files[0].name for reading in readings] == ["a/config.json", "b/config.json"]
    assert [codes(reading) for reading in readings] == [[], []]


def test_two_files_of_a_kind_in_one_place_are_two_checkpoints() -> None:
    readings = read_files([document("c1", CONFIG), document("c2", CONFIG), document("g", GENERATION)])
    assert [len(reading.files) for reading in readings] == [2, 1]
    assert [("mixed-checkpoints" in codes(reading)) for reading in readings] == [True, True]


def test_a_template_that_differs_from_the_tokenizer_is_said() -> None:
    reading = read(document("t", TOKENIZER), of_bytes("j", TEMPLATE.replace("m in", "n in").encode()))
    assert codes(reading) == ["templates-differ"]
    assert passport(of_bytes("j", TEMPLATE.encode())).chat_template == passport(document("t", TOKENIZER)).chat_template


@pytest.mark.parametrize(
    "text", [POINTER.replace("1234", "x"), POINTER.replace("sha256:a", "md5:"), POINTER.split("\n", 1)[0]]
)
def test_a_pointer_that_points_to_nothing_gives_no_weights(text: str) -> None:
    assert passport(of_bytes("p", text.encode())).weights == ()


@pytest.mark.parametrize(
    ("text", "licence", "base"),
    [
        ('---\nlicense: "mit"\nbase_model: a/b\n---\n', "mit", "a/b"),
        ("---\nlicense: [mit, other]\nbase_model: []\n---\n", "mit", None),
        ("---\nlicense:\n  nested: 1\nbase_model:\n  - 'a/b'\n  - c\nplain\n---\n", None, "a/b"),
    ],
)
def test_front_matter_is_read_as_far_as_it_is_used(text: str, licence: str | None, base: str | None) -> None:
    found = passport(of_bytes("README.md", text.encode()))
    assert (found.licence, found.base_model) == (licence, base)


@pytest.mark.parametrize("text", ["# A model\n", "---\nlicense: mit\n", "---\ntitle: x\n---\n", "{{ messages }}"])
def test_other_texts_are_no_part_of_a_checkpoint(text: str) -> None:
    assert refusal(of_bytes("README.md", text.encode()))[0] == "unknown-format"


def test_a_file_that_changes_while_it_is_read_is_no_checkpoint() -> None:
    good, gone = document("c", CONFIG), document("c", {"a": 1})
    opened = iter([good] * 4 + [gone])
    assert refusal(replace(good, open=lambda: next(opened).open()))[0] == "unknown-format"
