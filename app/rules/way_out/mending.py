"""Which mend belongs to which rule: every rule that can refuse at either gate has one."""

from collections.abc import Callable
from types import MappingProxyType

from app.rules.facts import Facts
from app.rules.way_out import budget, checkpoint, evaluation, scope
from app.rules.way_out.changing import Change

Mend = Callable[[Facts, str], Change]

MENDS = MappingProxyType(
    {
        "CK-01": checkpoint.revision,
        "CK-02": checkpoint.repository,
        "CK-03": checkpoint.same_architecture,
        "CK-04": checkpoint.licence,
        "CK-06": checkpoint.formats,
        "CK-08": checkpoint.merged,
        "CK-11": checkpoint.template,
        "CK-12": checkpoint.loaded,
        "CK-13": checkpoint.loaded,
        "CK-19": checkpoint.what_is_held,
        "CK-22": checkpoint.tool,
        "EV-01": evaluation.baseline,
        "EV-02": evaluation.same_checkpoint,
        "EV-03": evaluation.same_sampling,
        "EV-05": evaluation.enough_tasks,
        "EV-07": evaluation.no_overlap,
        "EV-10": evaluation.policy,
        "EV-12": evaluation.as_the_rows_say,
        "EV-16": evaluation.new_run,
        "EV-20": evaluation.price,
        "EV-31": evaluation.held_out,
        "EN-01": checkpoint.image,
        "EN-02": checkpoint.tools,
        "EN-03": checkpoint.network,
        "EN-05": checkpoint.limit,
        "EN-06": checkpoint.length,
        "EN-08": checkpoint.length,
        "EN-09": checkpoint.cut_samples,
        "EN-12": checkpoint.hidden,
        "EN-13": checkpoint.hidden,
        "RW-01": evaluation.oracle,
        "RW-02": evaluation.untouched,
        "RW-03": evaluation.unsolved,
        "RW-04": evaluation.as_expected,
        "RW-05": evaluation.as_expected,
        "RW-06": evaluation.shortcuts,
        "RW-09": evaluation.failing_grader,
        "RW-10": evaluation.place,
        "RW-12": evaluation.judged,
        "BG-01": budget.cap,
        "BG-02": budget.budget_range,
        "BG-03": budget.line,
        "BG-04": budget.later_finish,
        "BG-06": budget.devices,
        "BG-10": budget.stops,
        "BG-12": budget.third_set,
        "BG-13": budget.criterion,
        "BG-15": budget.planned,
        "BG-16": budget.served_is_tested,
        "BG-19": budget.dates,
        "MT-01": scope.background,
        "MT-02": scope.background,
        "MT-05": scope.background,
        "MT-09": scope.own_number,
        "MT-12": scope.background,
        "MT-14": scope.no_such_claim,
        "SC-01": scope.asked_for,
        "SC-02": scope.trainer,
        "SC-03": scope.weights_of_the_customer,
        "SC-04": scope.invitation,
        "SC-08": scope.ask,
        "SC-10": scope.readable,
    }
)
