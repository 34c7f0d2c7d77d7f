"""Attacks on the readers: short ones in the suite, and the same for minutes among the reliability tests."""

import time
from collections.abc import Callable, Mapping
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from app.readers.files import read_files
from app.readers.reading import Options, Refused
from app.readers.source import Source, of_bytes
from app.readers.summary import Summary, summarise
from tests.readers.mutating import changed_bytes, changed_values
from tests.readers.samples import JSON, TABLE, archives, whole
from tests.readers.trainer_samples import POINTER, README, parquet, weights

Attack = Callable[[settings], None]

HANG = 2.0  # seconds of the processor
DECLARED = st.sampled_from(
    [Options(), Options(threshold=1, policy="reject"), Options(scorer="match"), Options(scorer="a,b")]
)
BEGINNINGS = (b"", b"{", b"[", b"PK\x03\x04", b"PAR1", b"a,b\n", b"<?xml", b"task_id,reward\n")


def attempt(sources: list[Source], options: Options) -> Summary | None:
    """Read these files; a refusal is an answer too, if it is one sentence that can be shown."""
    started = time.process_time()
    found = _answer(sources, options)
    assert time.process_time() - started < HANG
    if isinstance(found, str):
        assert found.endswith(".")
        assert found.isprintable()
        return None
    assert found.accepted + found.rejected + found.no_verdict == found.rows
    assert all(remark.sentence.isprintable() for remark in found.remarks)
    return found


def _answer(sources: list[Source], options: Options) -> Summary | str:
    try:
        return summarise(read_files(sources, options))
    except Refused as refused:
        return refused.sentence


def values_of_the_wrong_kind(form: str, how: settings) -> None:
    """Replace, remove and rename values of the files of a format."""

    @how
    @given(changed_values(form), DECLARED)
    def attack(sources: list[Source], options: Options) -> None:
        attempt(sources, options)

    attack()


def broken_bytes(sources: list[Source], how: settings) -> None:
    """Flip, cut and double bytes of files that belong together."""

    @how
    @given(st.tuples(*(changed_bytes(source) for source in sources)), DECLARED)
    def attack(broken: tuple[Source, ...], options: Options) -> None:
        attempt(list(broken), options)

    attack()


def any_bytes(how: settings) -> None:
    """Give bytes of any kind after what files begin with."""

    @how
    @given(st.sampled_from(BEGINNINGS), st.binary(max_size=200))
    def attack(begins: bytes, data: bytes) -> None:
        attempt([of_bytes("a", begins + data)], Options())

    attack()


ATTACKS: Mapping[str, Attack] = {
    **{f"values of {form}": partial(values_of_the_wrong_kind, form) for form in JSON},
    **{f"bytes of {form}": partial(broken_bytes, whole(form)) for form in JSON},
    **{f"archive {number}": partial(broken_bytes, [source]) for number, source in enumerate(archives())},
    "parquet": partial(broken_bytes, [parquet()]),
    "weights": partial(broken_bytes, [weights()]),
    "texts of a checkpoint": partial(broken_bytes, [of_bytes("r", README.encode()), of_bytes("p", POINTER.encode())]),
    "table": partial(broken_bytes, [of_bytes("a.csv", TABLE)]),
    "any bytes": any_bytes,
}
