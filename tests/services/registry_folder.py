"""Small folders of seeds, so that a test can name the one record that it is about."""

from pathlib import Path

SOURCE = 'kind = "framework-docs"\ntitle = "A guide"\nconfirmation = "confirmed"\n'
CHECKPOINT = 'family = "qwen"\nversion = "3.8"\nsize = "27B"\nformat = "bf16"\nseen_in = "a test"\n'
CLAIM = (
    'title = "It runs"\nsource = "guide"\nstatement = "It runs."\nestablishes = "That."\n'
    'does_not_establish = "More."\nrung = "registered"\ntargets = [{ checkpoint = "example/model-1" }]\n'
)
KIND = 'title = "A pilot"\nfamily = "qwen"\nsizes = ["27B"]\nlarger_than_suggested = false\n'


def write_seeds(folder: Path, **more: str) -> Path:
    """Write one record of each kind into the folder; `more` is TOML that is added to a kind, by its name."""
    given = {
        "sources": f'[[source]]\nid = "guide"\n{SOURCE}',
        "checkpoints": f'[[checkpoint]]\nid = "example/model-1"\n{CHECKPOINT}',
        "claims": f'[[claim]]\nid = "runs-1"\n{CLAIM}',
        "kinds": f'[[kind]]\nid = "small"\n{KIND}',
    }
    for name, text in given.items():
        (folder / "registry" / name).mkdir(parents=True, exist_ok=True)
        (folder / "registry" / name / "all.toml").write_text(f"{text}\n{more.get(name, '')}")
    return folder


def write_many(folder: Path, count: int) -> Path:
    """Write seeds with that many checkpoints, sources and claims."""
    numbers = range(2, count + 1)
    return write_seeds(
        folder,
        sources="\n".join(f'[[source]]\nid = "guide-{n}"\n{SOURCE}' for n in numbers),
        checkpoints="\n".join(f'[[checkpoint]]\nid = "example/model-{n}"\n{CHECKPOINT}' for n in numbers),
        claims="\n".join(f'[[claim]]\nid = "runs-{n}"\n{CLAIM}' for n in numbers),
    )
