"""Looks at a page as a careful person would: in both themes, wide and narrow, with axe.

Colours depend on the theme and layout on the width, so two looks see both; PILOTDESK_TEST_PICTURES=1 takes all four
and keeps a picture of each under var/pictures.
"""

import os
import re
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

PICTURES = Path(__file__).parents[2] / "var" / "pictures"  # not test-results, which the plugin clears
WIDE, NARROW, NARROWEST = (1280, 900), (390, 844), (320, 640)
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PICTURED = bool(os.environ.get("PILOTDESK_TEST_PICTURES"))
LOOKS = ((WIDE, "light"), (NARROW, "dark"), *(((WIDE, "dark"), (NARROW, "light")) if PICTURED else ()))
AXE = Axe()
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.html.slice(0, 160)}`));
}"""


def look_at(page: Page, name: str) -> None:
    """Assert that axe finds nothing and nothing hangs over the edge, whichever way the page is looked at."""
    found: dict[str, list[str]] = {}
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    for (width, height), theme in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)
        found[f"{name}, {width} px, {theme}"] = [*page.evaluate(RUN), *_overflow(page)]
        _picture(page, f"{name}-{width}-{theme}")
    page.set_viewport_size({"width": NARROWEST[0], "height": NARROWEST[1]})
    found[f"{name}, {NARROWEST[0]} px"] = _overflow(page)
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    page.emulate_media(color_scheme="light")
    assert {where: what for where, what in found.items() if what} == {}


def _overflow(page: Page) -> list[str]:
    over = int(page.evaluate(OVERFLOW))
    return [f"{over} px hang over the edge"] if over > 0 else []


def _picture(page: Page, name: str) -> None:
    if PICTURED:
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}.png", full_page=True)
