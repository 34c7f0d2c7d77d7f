"""Finds the Chromium that the browser tests drive."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MISSING = "The browser tests need Chromium: install the package chromium, or set PILOTDESK_CHROMIUM to its path."


def find_chromium(environment: Mapping[str, str], playwrights_own: str) -> str:
    """Return the path of the named Chromium, else the machine's, else Playwright's own; refuse in one sentence."""
    for name in (environment.get("PILOTDESK_CHROMIUM", ""), *NAMES):
        if name and (found := shutil.which(name)):
            return found
    if Path(playwrights_own).is_file():
        return playwrights_own
    raise RuntimeError(MISSING)


def flags() -> list[str]:
    """Return the flags that keep it on this machine; root has no sandbox to start in."""
    return [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else list(QUIET)
