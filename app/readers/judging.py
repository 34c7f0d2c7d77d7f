"""From a reward to a verdict: by the threshold that the parties declared, else by an assumed one that is said aloud."""

from app.readers.reading import Options, Reading
from app.readers.trial import Verdict


class Judge:
    """Judges the rewards of one reading; `close` afterwards, so that an assumption stands among the remarks."""

    def __init__(self, reading: Reading, options: Options, *, assumed: float = 1.0) -> None:
        self._reading = reading
        self._is_declared = options.threshold is not None
        self.threshold = assumed if options.threshold is None else options.threshold
        self._judged = 0
        self._partial = 0

    def verdict(self, reward: float | None) -> Verdict:
        """Return accepted from the threshold up, rejected below, none where there is no reward."""
        if reward is None:
            return Verdict.NONE
        self._judged += 1
        if 0.0 < reward < 1.0:
            self._partial += 1
        return Verdict.ACCEPTED if reward >= self.threshold else Verdict.REJECTED

    def close(self) -> None:
        """Say which threshold was assumed, where one was needed and none was declared."""
        if self._is_declared or not self._judged:
            return
        said = f"No threshold was declared: a reward of {self.threshold:g} and above counts as accepted."
        if self._partial:
            said += f" {self._partial} of {self._judged} rewards lie between 0 and 1, so the choice matters."
        self._reading.remark("threshold-assumed", said)
