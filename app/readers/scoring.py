"""Which of several scores decides: the one that was named, or the only one there is; never a guess."""

from collections.abc import Collection, Mapping

from app.readers.reading import Options, Reading


class Chooser:
    """Chooses the score of each row; `close` says what could not be chosen."""

    def __init__(self, options: Options, *usual: str) -> None:
        self._named = options.scorer
        self._usual = usual
        self._undecided: set[str] = set()
        self._lacking = 0

    def choose(self, scores: Mapping[str, float], among: Collection[str] | None = None) -> float | None:
        """Return the score that decides, or None; `among` names all scores of the file, also those unknown here."""
        if self._named is not None:
            self._lacking += self._named not in scores
            return scores.get(self._named)
        for name in self._usual:
            if name in scores:
                return scores[name]
        names = scores if among is None else among
        if len(names) <= 1:
            return next(iter(scores.values()), None)
        self._undecided.update(names)
        return None

    def close(self, reading: Reading) -> None:
        """Add the remarks on rows without a score that decides."""
        if self._undecided:
            names = ", ".join(sorted(self._undecided)[:5])
            said = f"The file holds several scores ({names}); name the one that decides. Until then no verdict is read."
            reading.remark("scorer-needed", said)
        if self._lacking:
            said = f"Rows without a score that is called “{self._named}”: {self._lacking:,}; they have no verdict."
            reading.remark("scorer-missing", said)
