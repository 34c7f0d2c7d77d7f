"""A customer with a draft, files that they upload, and the worker that reads them."""

import io
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from app.accounts.queries import Person
from app.infra.files import Files
from app.infra.jobs import run_due
from app.infra.work import Work
from app.inquiries import service
from app.inquiries.queries import File
from app.measurements.service import READ_FILES, reading_handler
from app.rules.finding import Finding, Report, Status
from tests import drafts, factories

Row = dict[str, Any]


class Desk:
    """What happens between an upload and a finding."""

    def __init__(self, work: Work, folder: Path, now: datetime) -> None:
        self.work, self.files, self.now = work, Files(folder), now
        self.customer: Person = work.write_now(factories.stored_person, now=now)
        document = drafts.document()
        del document["baseline"]["files"]
        self.reference: str = work.write_now(drafts.opened, self.customer, document, now=now)

    def attach(self, rows: Iterable[Row], name: str = "run.jsonl") -> File:
        return self.attach_bytes(name, jsonl(rows))

    def attach_bytes(self, name: str, content: bytes) -> File:
        taken = service.take_in(self.files, name, io.BytesIO(content))
        return self.work.write_now(service.attach, self.customer, self.reference, taken=taken, now=self.now)

    def read(self) -> int:
        return run_due(self.work, {READ_FILES: reading_handler(self.files, lambda: self.now)}, lambda: self.now)

    def patch(self, **answers: object) -> None:
        self.work.write_now(
            service.patch_document, self.customer, self.reference, answers, base_version=None, now=self.now
        )

    def report(self) -> Report:
        return self.work.read_now(service.review, self.customer, self.reference, now=self.now).report

    def said(self, rule: str) -> list[Finding]:
        return [finding for finding in self.report().findings if finding.rule == rule]

    def told(self, rule: str) -> list[str]:
        """Return what the rule says for certain."""
        return [finding.message for finding in self.said(rule) if finding.status is not Status.CANNOT_TELL]

    @property
    def document(self) -> Row:
        return dict(self.work.read_now(service.load, self.customer, self.reference, now=self.now).document)


def jsonl(rows: Iterable[Row]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def trials(accepted: int, rows: int = 360, tasks: int = 180, **more: object) -> list[Row]:
    """Return attempts, the accepted ones first, each task in turn."""
    return [
        {"task_id": f"t{row % tasks}", "verdict": "accepted" if row < accepted else "rejected"} | more
        for row in range(rows)
    ]


def by_task(accepted: Sequence[int], attempts: int, **more: object) -> list[Row]:
    """Return attempts task by task, so many of each accepted."""
    return [
        {"task_id": f"t{task}", "repeat": place, "verdict": "accepted" if place < count else "rejected"} | more
        for task, count in enumerate(accepted)
        for place in range(attempts)
    ]
