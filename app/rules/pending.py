"""The rules of the catalogue that are not carried out yet: they count as not checked, never as passed."""

from app.rules.finding import Severity
from app.rules.rule import Rule

_BY_SEVERITY = {
    ("warn", "warn"): (
        "CK-05 CK-07 CK-09 CK-10 CK-14 CK-15 CK-17 CK-20 CK-23 "
        "EV-04 EV-06 EV-08 EV-09 EV-11 EV-13 EV-14 EV-15 EV-17 EV-18 EV-19 EV-21 EV-22 EV-23 EV-24 EV-25 EV-26 EV-28 "
        "EV-29 EN-04 EN-07 EN-10 EN-11 EN-14 EN-15 EN-16 "
        "RW-07 RW-08 RW-11 RW-13 RW-14 RW-15 RW-16 RW-17 RW-18 RW-20 "
        "BG-05 BG-07 BG-08 BG-09 BG-11 BG-14 BG-17 BG-18 "
        "MT-03 MT-04 MT-06 MT-07 MT-08 MT-10 MT-11 SC-05 SC-06"
    ),
    ("warn", "block"): (
        "CK-08 CK-11 CK-12 CK-13 EV-05 EV-12 EN-12 EN-13 RW-04 RW-09 RW-10 RW-12 BG-04 BG-06 BG-12 BG-16"
    ),
    ("note", "note"): "CK-16 CK-21 EV-27 EV-30 EN-17 RW-19 MT-13 SC-07 SC-09",
}

PENDING = tuple(
    Rule(rule_id, Severity(submit), Severity(commit))
    for (submit, commit), ids in _BY_SEVERITY.items()
    for rule_id in ids.split()
)
