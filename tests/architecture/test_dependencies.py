"""Below these versions a known fault lets a stranger in or stops the server."""

import re

import pytest
from packaging.version import Version

from tests.architecture.source import ROOT

FLOORS = [("starlette", "1.1.0"), ("python-multipart", "0.0.31"), ("h11", "0.16"), ("jinja2", "3.1.6")]
LOCKS = ["requirements.lock", "requirements-dev.lock"]


def locked(lock: str, package: str) -> list[Version]:
    found = re.findall(rf"^{re.escape(package)}==([^\s;\\]+)", (ROOT / lock).read_text(), re.MULTILINE)
    return [Version(version) for version in found]


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(("package", "floor"), FLOORS)
def test_a_lock_keeps_above_the_floor(lock: str, package: str, floor: str) -> None:
    versions = locked(lock, package)
    assert versions
    assert min(versions) >= Version(floor)


@pytest.mark.parametrize("lock", [*LOCKS, "requirements-node.lock"])
def test_a_lock_pins_every_package_by_hash_and_names_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    pins = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in pin for pin in pins)
    assert "://" not in text


def test_the_tests_run_on_what_the_application_ships_with() -> None:
    runtime = dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    dev = dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / "requirements-dev.lock").read_text(), re.MULTILINE))
    assert {name: dev.get(name) for name in runtime} == runtime
