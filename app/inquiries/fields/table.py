"""The one table of fields: every question of an inquiry in the order of asking, and the page that asks it."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from app.inquiries.fields import budget, checkpoint, environment, evaluation, reward
from app.inquiries.fields.choices import ITEMS
from app.inquiries.fields.kinds import Field, Section
from app.rules.finding import Item

PROMISE = "promise-"


def _promises(item: str, words: str) -> Section:
    title = f"Promises for {words[0].lower()}{words[1:]}"
    lead = "What cannot be given yet may be promised: by whom, and by when. What blocks submission no promise covers."
    return Section.of(f"{PROMISE}{item}", title, Item(item), lead, budget.COMMITMENTS, key=f"promise_{item}")


_BY_ITEM = (checkpoint.SECTIONS, evaluation.SECTIONS, environment.SECTIONS, reward.SECTIONS, budget.SECTIONS)
_PAGES = tuple((*sections, _promises(item, words)) for sections, (item, words) in zip(_BY_ITEM, ITEMS, strict=True))

SECTIONS: Mapping[str, Section] = MappingProxyType({page.id: page for pages in _PAGES for page in pages})
FIELDS: Mapping[str, Field] = MappingProxyType(
    {field.id: field for page in SECTIONS.values() if not page.id.startswith(PROMISE) for field in page.fields}
    | {"commitments": replace(budget.COMMITMENTS, section=f"{PROMISE}checkpoint")}
)
