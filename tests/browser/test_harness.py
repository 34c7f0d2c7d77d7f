from pathlib import Path

import pytest

from tests.browser.chromium import MISSING, find_chromium


def test_the_named_chromium_comes_first(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.write_text("#!/bin/sh\n")
    own.chmod(0o700)
    assert find_chromium({"PILOTDESK_CHROMIUM": str(own)}, "") == str(own)


def test_without_a_chromium_one_sentence_names_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError) as refused:
        find_chromium({}, str(tmp_path / "absent"))
    assert str(refused.value) == MISSING


def test_playwrights_own_chromium_is_the_last_resort(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = tmp_path / "chrome"
    own.touch()
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert find_chromium({}, str(own)) == str(own)
