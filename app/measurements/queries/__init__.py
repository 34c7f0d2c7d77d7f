"""What was read, by the key of its set or by the id that pages use; figures without rows, and rows by the page."""

from app.measurements.queries.measured import find_measured
from app.measurements.queries.read_sets import (
    ReadSet,
    begin,
    begin_again,
    drop_some,
    find_old,
    find_read_set,
    find_set_row,
    find_unused,
    give_up,
    progress,
    show_read_set,
    touch,
)
from app.measurements.queries.trials import (
    TaskLine,
    TrialLine,
    add_trials,
    drop_trials,
    list_tasks,
    list_trials,
    load_rows,
)

__all__ = [
    "ReadSet",
    "TaskLine",
    "TrialLine",
    "add_trials",
    "begin",
    "begin_again",
    "drop_some",
    "drop_trials",
    "find_measured",
    "find_old",
    "find_read_set",
    "find_set_row",
    "find_unused",
    "give_up",
    "list_tasks",
    "list_trials",
    "load_rows",
    "progress",
    "show_read_set",
    "touch",
]
