"""`pilotdesk check`: a pilot inquiry document against the rules, without a server or an account."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.check_files import measured_in
from app.cli.knowledge import registry_facts, relaxations
from app.cli.output import Format, FormatOption, heading, print_json, print_lines
from app.infra import canonical, clock
from app.infra.errors import AppError, InvalidError
from app.rules.finding import Finding, Gate, Report, Severity, Status

FileArguments = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Documents, or folders of them.")]
GateOption = Annotated[Gate, typer.Option(help="The moment that is asked about.")]
FilesOption = Annotated[Path | None, typer.Option(help="The folder of the files that the document names.")]
TodayOption = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="The day to judge by; usually today.")]

SHOWN = {
    Severity.BLOCK: "Blocks",
    Severity.PROMISE: "Needs a promise",
    Severity.WARN: "Warning",
    Severity.NOTE: "Note",
}


def check(
    paths: FileArguments,
    gate: GateOption = Gate.SUBMIT,
    files: FilesOption = None,
    today: TodayOption = None,
    form: FormatOption = Format.TEXT,
) -> int:
    """Say what the checklist finds in a document, and whether the gate opens."""
    if files is not None and not files.is_dir():
        raise InvalidError(f"There is no folder {files}.")
    judge = _Judge(gate, today, files)
    if len(paths) == 1 and not paths[0].is_dir():
        return _show(judge.report(paths[0]), form)
    return _show_each(judge, list(_documents(paths)), form)


class _Judge:
    """The gate, the day, the registry and the folder of files that every document of one call is judged by."""

    def __init__(self, gate: Gate, today: datetime | None, files: Path | None) -> None:
        self.gate = gate
        self.files = files
        self.today = today.date() if today else clock.today()
        self.registry = registry_facts()
        self.waivers = relaxations()

    def report(self, path: Path) -> Report:
        """Judge the document in this file."""
        from app.inquiries.service.checking import any_document, check_document

        try:
            document = any_document(_value(path))
        except InvalidError as refusal:
            raise InvalidError(f"{path}: {refusal.sentence}") from None
        measured = measured_in(self.files, document)
        return check_document(document, self.gate, self.today, self.registry, self.waivers, measured=measured)


def _value(path: Path) -> object:
    try:
        return canonical.parse(path.read_bytes())
    except OSError as error:
        raise InvalidError(f"The file cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise InvalidError(f"The file is not JSON: {error}.") from None


def _documents(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(path.glob("*.json"))
        if not found:
            raise InvalidError(f"There is no .json file in the folder {path}.")
        yield from found


def _show(report: Report, form: Format) -> int:
    if form is Format.JSON:
        print_json(report.as_json())
    else:
        print_lines(*_sentences(report))
    return 0 if report.passes else 1


def _show_each(judge: _Judge, paths: Sequence[Path], form: Format) -> int:
    results = [(path, _try(judge, path)) for path in paths]
    if form is Format.JSON:
        print_json({"files": [_as_json(path, result) for path, result in results]})
    else:
        print_lines(*(_line(path, result) for path, result in results))
    if any(isinstance(result, AppError) for _, result in results):
        return 2
    return 0 if all(isinstance(result, Report) and result.passes for _, result in results) else 1


def _try(judge: _Judge, path: Path) -> Report | AppError:
    try:
        return judge.report(path)
    except AppError as refusal:
        return refusal


def _as_json(path: Path, result: Report | AppError) -> dict[str, Any]:
    if isinstance(result, AppError):
        return {"file": str(path), "error": result.sentence}
    return {"file": str(path), "passes": result.passes, "report": result.as_json()}


def _line(path: Path, result: Report | AppError) -> str:
    if isinstance(result, AppError):
        return result.sentence
    return f"{path}: {_verdict(result)}"


def _verdict(report: Report) -> str:
    gate = "submission" if report.gate is Gate.SUBMIT else "commitment"
    if report.passes:
        return heading(f"ready for {gate}", good=True)
    return heading(f"not ready for {gate}: {_counted(report)}", good=False)


def _counted(report: Report) -> str:
    count = sum(finding.refuses for finding in report.findings)
    return "1 finding stands in the way" if count == 1 else f"{count} findings stand in the way"


def _sentences(report: Report) -> Iterator[str]:
    from app.inquiries.fields import label_of

    yield f"This document is {_verdict(report)}."
    yield f"Judged on {report.today} by rule set {report.ruleset_version}."
    if report.not_checked:
        yield f"{report.not_checked} rules of the catalogue were not checked."
    for finding in report.findings:
        yield ""
        yield f"{_weight(finding)}: {label_of(finding.field)} (rule {finding.rule}). {finding.message}"
        yield f"  {finding.remedy}"
        if finding.waived_words:
            yield f"  {finding.waived_words}"
        yield f"  Source: {finding.public_source}"


def _weight(finding: Finding) -> str:
    if finding.status is Status.CANNOT_TELL:
        return "Cannot tell"
    if finding.status is Status.PROMISED:
        return "Promised"
    if finding.status is Status.WAIVED:
        return "Waived"
    return SHOWN[finding.severity]
