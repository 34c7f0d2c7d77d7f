"""Pages of figures: what they say of typed answers and of files, the same figures as CSV, and the desk's twins."""

import csv
import io
import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.files import Files
from app.infra.jobs import run_due
from app.infra.work import Work
from app.inquiries.pages.figures.parts import FiguresPage, Part
from app.measurements.service import READ_FILES, reading_handler
from app.rules.reward.words import CASE_WORDS
from app.rules.workflow import Role
from app.settings import Settings
from tests import desk as desks
from tests import drafts, factories
from tests.pages.conftest import Browser
from tests.pages.desk import Desk
from tests.pages.seen import view_of
from tests.pages.test_inquiries_files import attached
from tests.services.measuring import by_task, jsonl, trials

pytestmark = pytest.mark.seeded

PAGES = ("baseline", "verifier-audit", "budget-lines")
Read = Callable[[], int]


@pytest.fixture
def read(work: Work, settings: Settings, now: datetime) -> Read:
    """The worker: reads what was uploaded."""
    later = now + timedelta(hours=1)
    handler = reading_handler(Files(settings.data / "uploads"), lambda: later)
    return lambda: run_due(work, {READ_FILES: handler}, lambda: later)


def part_of(view: FiguresPage, name: str) -> Part:
    return next(part for part in view.parts if part.id == name)


def shown(part: Part) -> list[tuple[str, ...]]:
    assert part.table is not None
    return list(part.table.shown)


def draft(work: Work, customer: Person, now: datetime, change: Callable[[dict[str, Any]], object]) -> str:
    document = drafts.document()
    change(document)
    return work.write_now(drafts.opened, customer, document, now=now)


@pytest.mark.parametrize("page", PAGES)
def test_a_full_draft_has_a_picture_beside_each_table_of_figures(desk: Desk, ready: str, page: str) -> None:
    answer = desk.client.get(f"/inquiries/{ready}/{page}")
    assert answer.status_code == 200
    view = view_of(answer)
    pictured = [part for part in view.parts if part.chart]
    assert pictured
    for part in pictured:
        assert part.table is not None
        assert part.alt
        assert f'<title id="{part.id}-picture">{part.title}</title><desc id="{part.id}-alt">' in answer.text
        assert f'aria-labelledby="{part.id}-picture {part.id}-alt"' in answer.text
    assert "style=" not in answer.text


@pytest.mark.usefixtures("customer")
@pytest.mark.parametrize("page", PAGES)
def test_an_empty_draft_is_told_what_its_figures_lack(desk: Desk, page: str) -> None:
    answer = desk.client.get(f"/inquiries/{desk.open()}/{page}")
    assert answer.status_code == 200
    assert all(part.said and part.chart is None for part in view_of(answer).parts)
    assert "<svg class=" not in answer.text


@pytest.mark.parametrize("page", PAGES)
def test_each_page_is_downloaded_as_csv_with_the_same_figures(desk: Desk, ready: str, page: str) -> None:
    view: FiguresPage = view_of(desk.client.get(f"/inquiries/{ready}/{page}"))
    answer = desk.client.get(f"/inquiries/{ready}/{page}.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8; header=present"
    assert answer.headers["content-disposition"] == f'attachment; filename="{ready}-{page}.csv"'
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    tables = [part.table for part in view.parts if part.table]
    assert len(lines) == sum(len(table.rows) * (len(table.heads) - 1) for table in tables)
    assert {line["table"] for line in lines} == {part.title for part in view.parts if part.table}


def test_the_same_figures_stand_in_the_csv_unrounded(desk: Desk, ready: str) -> None:
    text = desk.client.get(f"/inquiries/{ready}/verifier-audit.csv").text
    lines = {(line["row"], line["column"]): line for line in csv.DictReader(io.StringIO(text))}
    bound = lines["Wrong work accepted", "At most, one-sided"]
    assert float(bound["value"]) == pytest.approx(1 - 0.05 ** (1 / 309), abs=1e-12)
    assert bound["unit"] == "share"


def test_what_a_spreadsheet_would_run_stands_there_as_text(
    desk: Desk, customer: Person, work: Work, now: datetime
) -> None:
    reference = draft(work, customer, now, lambda given: given["budget"]["sources"].update(training="=1+1"))
    assert ",=1+1" not in desk.client.get(f"/inquiries/{reference}/budget-lines.csv").text


def test_the_verifier_is_bounded_by_its_cases_and_held_against_the_bound(desk: Desk, ready: str) -> None:
    view = view_of(desk.client.get(f"/inquiries/{ready}/verifier-audit"))
    errors = part_of(view, "errors")
    assert errors.said[0] == (
        "Of 309 runs that must fail, none came out as accepted: up to 0.965 % of wrong work may be, which is within "
        "the bound of 5 %."
    )
    assert shown(errors)[0] == ("Wrong work accepted", "309", "0", "0 %", "0 %", "1.19 %", "0.965 %")
    assert part_of(view, "types").said == (f"{len(CASE_WORDS)} of {len(CASE_WORDS)} types were tried.",)
    assert "at least 97.9 %" in part_of(view, "worth").said[0]
    assert ("5 %", "59", "0", "your bound") in shown(part_of(view, "needed"))
    assert ("0.5 %", "598", "289", "") in shown(part_of(view, "needed"))


def test_gaps_and_surprises_of_the_cases_are_named(desk: Desk, customer: Person, work: Work, now: datetime) -> None:
    def change(given: dict[str, Any]) -> None:
        cases = [case for case in given["verifier"]["cases"] if case["type"] not in {"V09", "V29", "V01", "V30", "V31"}]
        for case in cases:
            if case["type"] == "V05":
                case["observed"] = "accept"
        given["verifier"]["cases"] = cases
        del given["verifier"]["false_accept_bound"]
        del given["baseline"]["accepted"]
        del given["success"]["baseline_value"]

    reference = draft(work, customer, now, change)
    view = view_of(desk.client.get(f"/inquiries/{reference}/verifier-audit"))
    assert "9 came out as accepted" in part_of(view, "errors").said[0]
    assert "No bound is given" in part_of(view, "errors").said[0]
    types = part_of(view, "types")
    assert types.said == ("27 of 32 types were tried. Not tried: V01, V09, V29, V30, V31.",)
    rows = {row[0]: row for row in shown(types)}
    assert rows["V05"][2:] == ("1", "9", "9", "Not as expected")
    assert rows["V09"][2:] == ("0", "0", "0", "Not tried")
    worth = part_of(view, "worth")
    assert "is not known yet" in worth.said[0]
    assert worth.missing == ("No case that must pass was run; right work is taken to be always accepted.",)


def test_a_verifier_that_accepted_too_much_is_above_its_bound(
    desk: Desk, customer: Person, work: Work, now: datetime
) -> None:
    def change(given: dict[str, Any]) -> None:
        given["verifier"]["cases"] = [{"type": "V02", "expected": "reject", "observed": "accept", "runs": 5}]

    view = view_of(desk.client.get(f"/inquiries/{draft(work, customer, now, change)}/verifier-audit"))
    assert "which is above the bound of 5 %" in part_of(view, "errors").said[0]

    def only_right(given: dict[str, Any]) -> None:
        given["verifier"]["cases"] = [{"type": "V01", "expected": "accept", "observed": "accept", "runs": "many"}]

    view = view_of(desk.client.get(f"/inquiries/{draft(work, customer, now, only_right)}/verifier-audit"))
    assert "No case that must fail was run" in part_of(view, "errors").said[0]
    assert part_of(view, "errors").missing
    assert part_of(view, "worth").chart is None


def test_the_budget_is_held_against_cap_dates_and_devices(desk: Desk, ready: str) -> None:
    view = view_of(desk.client.get(f"/inquiries/{ready}/budget-lines"))
    lines = part_of(view, "lines")
    assert lines.said == (
        "The lines add up to EUR 40,500.00 within the cap of EUR 42,000.00; EUR 1,500.00 is left of it.",
    )
    assert shown(lines)[2] == ("Evaluation", "EUR 4,000.00", "EUR 33,000.00", "Measured")
    assert part_of(view, "time").said == (
        "If every rollout takes as long as its limits allow, the run takes 49.0 h. The dates allow 1,272.0 h.",
    )
    assert "544.0 GiB" in part_of(view, "memory").said[0]
    assert ("Weights for rollouts", "51.8 GiB", "Published") in shown(part_of(view, "memory"))


def test_a_budget_that_does_not_fit_is_said_and_drawn(desk: Desk, customer: Person, work: Work, now: datetime) -> None:
    def change(given: dict[str, Any]) -> None:
        given["budget"].update(cap=3000000, training=1500000)
        given["timing"]["finish_by"] = "2027-02-23"
        given["budget"]["hardware"]["devices"] = 1

    answer = desk.client.get(f"/inquiries/{draft(work, customer, now, change)}/budget-lines")
    view = view_of(answer)
    assert "EUR 10,500.00 above the cap" in part_of(view, "lines").said[0]
    assert 'class="chart__over"' in answer.text
    assert "allow only 24.0 h" in part_of(view, "time").said[0]
    assert "have only 68.0 GiB" in part_of(view, "memory").said[0]


def test_a_budget_without_limits_is_not_held_against_any(
    desk: Desk, customer: Person, work: Work, now: datetime
) -> None:
    def change(given: dict[str, Any]) -> None:
        del given["budget"]["cap"]
        del given["budget"]["hardware"]
        del given["timing"]["finish_by"]
        given["budget"]["training"] = given["budget"]["rollout"] = 0

    view = view_of(desk.client.get(f"/inquiries/{draft(work, customer, now, change)}/budget-lines"))
    assert "No cap is given" in part_of(view, "lines").said[0]
    assert "do not say how much time" in part_of(view, "time").said[0]
    assert "are not given" in part_of(view, "memory").said[0]

    def exactly(given: dict[str, Any]) -> None:
        given["budget"]["cap"] = 4050000
        given["rollout"]["concurrency"] = 0

    view = view_of(desk.client.get(f"/inquiries/{draft(work, customer, now, exactly)}/budget-lines"))
    assert "nothing is left of it" in part_of(view, "lines").said[0]
    assert part_of(view, "time").chart is None


def test_the_baseline_is_shown_as_typed_until_rows_are_there(desk: Desk, ready: str) -> None:
    view = view_of(desk.client.get(f"/inquiries/{ready}/baseline"))
    assert shown(part_of(view, "quality"))[0][:5] == ("Those with a verdict", "31.1 %", "26.5 %", "36.1 %", "360")
    assert part_of(view, "times").said[0] == "The p95 of 97.25 s is within the limit of 110 s."
    assert part_of(view, "tasks").chart is None
    detect = part_of(view, "detect")
    assert "180 tasks on each side show a gain of 14.3 percentage points or more" in detect.said[0]
    assert detect.said[0].endswith("The gain that is wanted, 15 percentage points, is seen.")


def test_rows_of_a_file_become_the_figures_of_the_baseline(desk: Desk, ready: str, read: Read) -> None:
    rows = by_task([0] * 40 + [1] * 50 + [3] * 60 + [4] * 30, 4, latency_s=50.0, cost_usd=0.25)
    attached(desk, ready, "rows.jsonl", jsonl(rows))
    waiting = desk.client.get(f"/inquiries/{ready}/baseline")
    assert view_of(waiting).waiting == "Your files are being read, 0 % so far. Figures below are as typed."
    assert f'<a href="/inquiries/{ready}/baseline">Look again</a>' in waiting.text
    assert read() >= 1
    view = view_of(desk.client.get(f"/inquiries/{ready}/baseline"))
    assert view.waiting == ""
    assert shown(part_of(view, "quality"))[0][:2] == ("With its clusters", "48.6 %")
    tasks = part_of(view, "tasks")
    assert tasks.said[0] == "110 of 180 tasks lie between: 40 always fail, 30 always pass."
    assert shown(tasks) == [
        ("always fail", "40", "22.2 %"),
        ("0 to 20 %", "0", "0 %"),
        ("20 to 40 %", "50", "27.8 %"),
        ("40 to 60 %", "0", "0 %"),
        ("60 to 80 %", "60", "33.3 %"),
        ("80 to 100 %", "0", "0 %"),
        ("always pass", "30", "16.7 %"),
    ]
    assert "In groups of 10" in tasks.said[1]
    cost = {row[0]: row[1] for row in shown(part_of(view, "cost"))}
    assert cost["Spent on all attempts with a known cost"] == "180"
    assert cost["Per accepted result"] == "0.5143"
    assert [row[0] for row in shown(part_of(view, "times"))] == ["p50", "p90", "p95"]


def test_what_was_read_from_a_file_stands_on_its_page(desk: Desk, ready: str, read: Read) -> None:
    upload = attached(desk, ready, "run.jsonl", jsonl(trials(100, 240, 120)))
    address = f"/inquiries/{ready}/uploads/{upload}/reading"
    going = desk.client.get(address)
    assert view_of(going).is_going_on
    assert f'hx-get="{address}"' in going.text
    assert '<progress id="progress"' in going.text
    assert f'<a href="{address}">Look again</a>' in going.text
    read()
    answer = desk.client.get(address)
    view = view_of(answer)
    assert "hx-get" not in answer.text
    assert view.state == "Read"
    assert ("Accepted, rejected, no verdict", "100 · 140 · 0") in view.facts
    assert len(view.tasks.rows) == 50
    names = [row[0] for row in view.tasks.rows]
    while view.onwards:
        view = view_of(desk.client.get(address, params={"after": view.onwards}))
        names += [row[0] for row in view.tasks.rows]
    assert len(set(names)) == len(names) == 120
    assert not view.is_first


def test_text_of_a_file_is_shown_as_text_and_never_as_markup(desk: Desk, ready: str, read: Read) -> None:
    nasty = "<script>alert(1)</script>"
    upload = attached(desk, ready, "run.jsonl", jsonl([{"task_id": nasty, "verdict": "accepted"}] * 2))
    read()
    text = desk.client.get(f"/inquiries/{ready}/uploads/{upload}/reading").text
    assert nasty not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_a_file_that_cannot_be_read_says_why(desk: Desk, ready: str, read: Read) -> None:
    upload = attached(desk, ready, "note.txt", b"nothing of a run stands here\n")
    read()
    view = view_of(desk.client.get(f"/inquiries/{ready}/uploads/{upload}/reading"))
    assert view.state == "Cannot be read"
    assert view.refusal
    assert view.tasks is None
    assert "could not be read" in view_of(desk.client.get(f"/inquiries/{ready}/baseline")).waiting


def test_two_runs_are_compared_by_the_tasks_that_both_tried(desk: Desk, ready: str, read: Read) -> None:
    before = attached(desk, ready, "before.jsonl", jsonl(by_task([0] * 60 + [2] * 60, 4)))
    after = attached(desk, ready, "after.jsonl", jsonl(by_task([1] * 60 + [3] * 60, 4)))
    address = f"/inquiries/{ready}/compare-runs"
    assert view_of(desk.client.get(address)).parts == ()
    unread = view_of(desk.client.get(f"{address}?a={before}&b={after}"))
    assert "is not read" in unread.trouble
    read()
    answer = desk.client.get(f"{address}?a={before}&b={after}")
    view = view_of(answer)
    assert view.trouble == ""
    gain, both = view.parts
    assert gain.said[0].startswith("The gain is 25 percentage points;")
    assert both.table.shown[0][:2] == ("before.jsonl", "25 %")
    assert gain.said[1].startswith("120 tasks are in both, 0 only after, 0 only before.")
    lines = list(csv.DictReader(desk.client.get(f"{address}.csv?a={before}&b={after}").text.splitlines()))
    assert [line["value"] for line in lines if line["column"] == "Gain"] == ["0.25"]
    tasks = list(csv.DictReader(desk.client.get(f"/inquiries/{ready}/uploads/{before}/reading.csv").text.splitlines()))
    assert len({line["row"] for line in tasks}) == 120
    assert {line["value"] for line in tasks if line["column"] == "Attempts"} == {"4"}
    assert "different" in view_of(desk.client.get(f"{address}?a={before}&b={before}")).trouble
    assert "Choose two files" in view_of(desk.client.get(f"{address}?a=none&b={before}")).trouble


def test_a_file_that_was_read_and_holds_no_attempts_is_not_called_unread(desk: Desk, ready: str, read: Read) -> None:
    run = attached(desk, ready, "run.jsonl", jsonl(by_task([1, 3], 4)))
    config = attached(desk, ready, "config.json", b'{"architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3"}')
    read()
    assert view_of(desk.client.get(f"/inquiries/{ready}/uploads/{config}/reading")).state == "Read"
    trouble = view_of(desk.client.get(f"/inquiries/{ready}/compare-runs?a={run}&b={config}")).trouble
    assert trouble.startswith("config.json holds no attempts")


def test_a_hostile_document_has_pages_all_the_same(desk: Desk, customer: Person, work: Work, now: datetime) -> None:
    large = 10**300
    numbers = {"cap": large, "training": 1e308, "rollout": -5, "evaluation": 0, "sources": "none", "hardware": [1]}
    given = {
        "budget": numbers,
        "training": {"steps": large, "prompts_per_step": large, "group_size": large},
        "rollout": {"concurrency": 1},
        "environment": {"boot_limit_s": 1e308, "agent_limit_s": 1e308, "verifier_limit_s": 1},
        "baseline": {"accepted": large, "rejected": 1, "no_verdict": 0, "latency_p95_s": 1e308},
        "data": {"held_out_tasks": large},
        "success": {"max_response_time_s": 1e-300, "target_value": 1e300, "minimum_gain": 1},
        "verifier": {"cases": [{"type": "V02", "expected": "reject", "observed": "accept", "runs": large}, "odd", {}]},
    }
    reference = work.write_now(drafts.opened, customer, given, now=now)
    for page in PAGES:
        for end in ("", ".csv"):
            assert desk.client.get(f"/inquiries/{reference}/{page}{end}").status_code == 200, page


def test_the_figures_are_found_from_where_people_look(desk: Desk, ready: str) -> None:
    tasks = desk.client.get(f"/inquiries/{ready}").text
    for page in PAGES:
        assert f'href="/inquiries/{ready}/{page}"' in tasks
    for section, page in (("baseline", "baseline"), ("cases", "verifier-audit"), ("budget", "budget-lines")):
        assert f'href="/inquiries/{ready}/{page}"' in desk.client.get(f"/inquiries/{ready}/sections/{section}").text


def test_the_desk_sees_the_same_figures_of_what_was_submitted(work: Work, browse: Browser, now: datetime) -> None:
    people = work.write_now(desks.desk, now=now)
    reference = work.write_now(lambda db: desks.submitted(db, people.ann, now=now, title="Reports"))
    engineer: TestClient = browse(people.elif_)
    review = engineer.get(f"/reviews/{reference}").text
    for page in PAGES:
        answer = engineer.get(f"/reviews/{reference}/{page}")
        assert answer.status_code == 200
        assert f'href="/reviews/{reference}/{page}"' in review
        assert view_of(answer).mend == ("", "")
        assert not re.search(r'href="/inquiries', answer.text.partition("<main")[2])
        csv_of = engineer.get(f"/reviews/{reference}/{page}.csv")
        assert csv_of.text.startswith("table,row,column,value,unit")


def test_the_desk_compares_runs_and_takes_tasks_home_as_well(
    work: Work, browse: Browser, read: Read, now: datetime, desk: Desk, ready: str, customer: Person
) -> None:
    before = attached(desk, ready, "before.jsonl", jsonl(by_task([0] * 60 + [2] * 60, 4, latency_s=9)))
    after = attached(desk, ready, "after.jsonl", jsonl(by_task([1] * 60 + [3] * 60, 4, latency_s=9)))
    read()
    work.write_now(drafts.submitted, customer, ready, now=now)
    engineer: TestClient = browse(work.write_now(factories.stored_person, role=Role.ENGINEER, now=now))
    address = f"/reviews/{ready}/compare-runs"
    view = view_of(engineer.get(f"{address}?a={before}&b={after}"))
    assert view.parts[0].said[0].startswith("The gain is 25 percentage points;")
    assert ",Gain,0.25," in engineer.get(f"{address}.csv?a={before}&b={after}").text
    tasks = engineer.get(f"/reviews/{ready}/uploads/{before}/reading.csv").text
    assert len({line["row"] for line in csv.DictReader(tasks.splitlines())}) == 120
    assert engineer.get(f"/reviews/{ready}/uploads/{'0' * 24}/reading.csv").status_code == 404


@pytest.mark.parametrize("name", ["=1+1", "\uff1d1+1", "@x", "|calc", "%0"])
def test_a_file_of_figures_runs_nothing_in_a_spreadsheet(desk: Desk, ready: str, read: Read, name: str) -> None:
    upload = attached(desk, ready, "rows.jsonl", jsonl([{"task_id": name, "verdict": "accepted"}]))
    read()
    text = desk.client.get(f"/inquiries/{ready}/uploads/{upload}/reading.csv").text
    assert {line["row"] for line in csv.DictReader(text.splitlines())} == {f"'{name}"}


def test_the_json_of_a_page_needs_nothing_that_is_not_a_number_or_text(desk: Desk, ready: str) -> None:
    for page in PAGES:
        for part in view_of(desk.client.get(f"/inquiries/{ready}/{page}")).parts:
            json.dumps(part.table.rows if part.table else [], allow_nan=False)
