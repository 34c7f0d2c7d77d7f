"""What browsers are sent: installed from a lock that names no registry, without the brand of others; nothing else."""

import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

STATIC = Path(__file__).parents[2] / "static"
CSS = STATIC / "built" / "pilotdesk.css"


def test_the_lock_names_no_registry() -> None:
    lock = json.loads((STATIC / "package-lock.json").read_text())
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []


def test_packages_are_pinned_exactly() -> None:
    package = json.loads((STATIC / "package.json").read_text())
    versions = {**package["dependencies"], **package["devDependencies"]}
    assert [name for name, version in versions.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []


@pytest.mark.parametrize("brand", ["GDS Transport", "crown", "govuk-logo"])
def test_the_stylesheet_carries_no_brand_of_others(brand: str) -> None:
    assert brand.lower() not in CSS.read_text().lower()


def test_each_colour_is_a_token() -> None:
    """Ours are named in tokens.css alone; the components' own fixed palette is painted over."""
    for file in (STATIC / "css").rglob("*.css"):
        if file.name != "tokens.css":
            assert re.findall(r"#[0-9a-fA-F]{3,8}\b", file.read_text()) == [], file.name


def test_fonts_swap_in_and_fall_back_to_the_systems() -> None:
    css = CSS.read_text()
    assert css.count("@font-face") == css.count("font-display:swap") == 6
    assert "system-ui" in css


def test_what_pages_ask_for_may_be_kept_for_ever(client: TestClient) -> None:
    page = client.get("/sign-in").text
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(addresses) == 3
    for address in addresses:
        assert "immutable" in client.get(address).headers["cache-control"]


def test_scripts_and_fonts_are_dated_too(client: TestClient) -> None:
    imports = re.findall(r'"\.(\.?/[\w./-]+\.js\?v=[0-9a-f]{16})"', (STATIC / "built" / "start.js").read_text())
    fonts = re.findall(r'"?\.(\./vendor/[\w-]+\.woff2\?v=[0-9a-f]{16})', CSS.read_text())
    assert (len(imports), len(fonts)) == (5, 6)
    for address in (*imports, *fonts):
        path = "/static" + address[1:] if address.startswith("./") else "/static/built" + address
        assert "immutable" in client.get(path).headers["cache-control"]


@pytest.mark.parametrize("path", ["package.json", "build.py", "node_modules/sass/package.json", "css/pilotdesk.scss"])
def test_only_what_is_built_is_served(client: TestClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404
