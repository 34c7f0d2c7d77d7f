"""What is kept of a kind of inquiry: kinds are data, so a new one needs no code."""

from app.registry.fields.base import Named, Slug, Text


class Kind(Named):
    """A kind of inquiry that can be opened, and the family, sizes and checkpoint that it is about."""

    id: Slug
    title: Text
    family: Text
    sizes: tuple[Text, ...]
    checkpoint_to_train: str = ""
    usual_checkpoint: str = ""
    larger_than_suggested: bool
