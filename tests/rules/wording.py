"""All that rules say of some inquiries, a line a finding, to compare with what was read through and kept."""

import json
from collections.abc import Iterable
from pathlib import Path

from app.rules.catalogue import CATALOGUE
from app.rules.facts import Facts

WORDS = Path(__file__).parent / "words"


def kept(prefix: str) -> list[str]:
    """Return the lines that were read through."""
    return (WORDS / f"{prefix}.txt").read_text(encoding="utf-8").splitlines()


def spoken(prefix: str, inquiries: Iterable[Facts]) -> list[str]:
    """Return what the rules of an item say of these inquiries and what they looked at, each thing once."""
    rules = [rule for rule in CATALOGUE if rule.id.startswith(prefix)]
    lines = set()
    for facts in inquiries:
        for rule in rules:
            for said in rule.judge(facts):
                about = f"{said.field} (cannot tell)" if said.cannot_tell else said.field
                looked_at = json.dumps(said.inputs, default=str, ensure_ascii=False, sort_keys=True)
                lines.add(f"{rule.id} {about}: {said.message} // {said.remedy} // {looked_at}")
    return sorted(lines)
