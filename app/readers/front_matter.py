"""The block of plain names and values that opens a README; only as much of its language as such blocks use."""

FENCE = "---"
LONGEST = 400  # lines


def front_matter(text: str) -> dict[str, object]:
    """Return values by name, a list where items follow; empty where the text does not open with a block."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FENCE:
        return {}
    found: dict[str, object] = {}
    items: list[object] = []
    for line in lines[1:LONGEST]:
        if line.strip() == FENCE:
            return found
        if line.lstrip().startswith("- "):
            items.append(_plain(line.lstrip()[2:]))
        elif line[:1].strip() and ":" in line:
            name, _, value = line.partition(":")
            items = []
            found[name.strip()] = _value(value.strip()) or items
    return {}


def _value(value: str) -> object:
    if value.startswith("[") and value.endswith("]"):
        return [_plain(item) for item in value[1:-1].split(",")]
    return _plain(value)


def _plain(value: str) -> str:
    value = value.split(" #", 1)[0].strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
