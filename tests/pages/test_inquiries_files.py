from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.conftest import BASE_URL, PostForm, SignIn
from tests.pages.desk import Desk
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded


def attach(desk: Desk, reference: str, name: str, content: bytes) -> Any:  # noqa: ANN401  an answer
    token = desk.shown(reference, "baseline")["csrf_token"][0]
    path = f"/inquiries/{reference}/uploads"
    return desk.client.post(path, data={"csrf_token": token}, files={"file": (name, content)})


def attached(desk: Desk, reference: str, name: str = "rows.jsonl", content: bytes = b'{"a": 1}\n') -> str:
    assert attach(desk, reference, name, content).status_code == 303
    return str(desk.review(reference).files[-1].public_id)


@pytest.mark.usefixtures("customer")
def test_a_file_comes_back_byte_for_byte_under_its_name(desk: Desk) -> None:
    reference = desk.open()
    upload = attached(desk, reference, "läufe 1.jsonl", b'{"a": "\xc3\xa4"}\n')
    answer = desk.client.get(f"/inquiries/{reference}/uploads/{upload}")
    assert answer.content == b'{"a": "\xc3\xa4"}\n'
    assert answer.headers["content-disposition"] == "attachment; filename*=utf-8''l%C3%A4ufe%201.jsonl"


@pytest.mark.usefixtures("customer")
def test_r63_a_file_is_handed_out_to_be_kept_and_never_to_be_run(desk: Desk) -> None:
    reference = desk.open()
    upload = attached(desk, reference, "a.txt", b"hello <script>alert(1)</script>")
    answer = desk.client.get(f"/inquiries/{reference}/uploads/{upload}")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("page.html", b"<script>alert(1)</script>"),
        ("picture.svg", b"<svg onload='alert(1)'/>"),
        ("page.txt", b"<html><script>alert(1)</script>"),
        ("page.json", b"<!doctype html>"),
        ("paper.pdf", b"%PDF-1.7"),
    ],
)
@pytest.mark.usefixtures("customer")
def test_r63_a_page_is_not_taken_under_any_name(desk: Desk, name: str, content: bytes) -> None:
    reference = desk.open()
    answer = attach(desk, reference, name, content)
    assert (answer.status_code, "Take JSON" in view_of(answer).upload_error) == (422, True)
    assert "<title>Error: No file was attached" in answer.text
    assert 'aria-describedby="file-hint file-error"' in answer.text
    assert desk.review(reference).files == ()


@pytest.mark.usefixtures("customer")
def test_no_file_chosen_is_said(desk: Desk) -> None:
    reference = desk.open()
    answer = desk.post(desk.client, f"/inquiries/{reference}/uploads")
    assert (answer.status_code, view_of(answer).upload_error[:19]) == (422, "No file was chosen.")


@pytest.mark.usefixtures("customer")
def test_a_file_that_is_too_large_is_refused_where_it_was_chosen(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.inquiries.service.uploading.LARGEST_FILE", 10)
    answer = attach(desk, desk.open(), "a.txt", b"x" * 11)
    assert (answer.status_code, "larger than" in view_of(answer).upload_error) == (422, True)


@pytest.mark.usefixtures("customer")
def test_only_its_own_organisation_gets_a_file_and_a_digest_opens_none(
    app: FastAPI, desk: Desk, sign_in: SignIn, post_form: PostForm
) -> None:
    reference, other = desk.open(), desk.open()
    upload = attached(desk, reference)
    sha256 = desk.review(reference).files[0].sha256
    stranger = Desk(TestClient(app, base_url=BASE_URL, follow_redirects=False), post_form)
    sign_in(stranger.client, organisation="Another Ltd")
    for browser, path in [
        (stranger, f"/inquiries/{reference}/uploads/{upload}"),
        (desk, f"/inquiries/{other}/uploads/{upload}"),
        (desk, f"/inquiries/{reference}/uploads/{sha256}"),
        (desk, f"/inquiries/{reference}/uploads/rows.jsonl"),
    ]:
        assert browser.client.get(path).status_code == 404
        assert browser.post(browser.client, f"{path}/remove").status_code == 404


@pytest.mark.usefixtures("customer")
def test_the_addresses_that_a_form_posts_to_lead_back_to_its_page(desk: Desk) -> None:
    reference = desk.open()
    upload = attached(desk, reference)
    for path in (f"/inquiries/{reference}/uploads", f"/inquiries/{reference}/uploads/{upload}/remove"):
        assert desk.client.get(path).headers["location"] == f"/inquiries/{reference}/sections/baseline"


def test_r13_another_file_of_the_same_name_changes_nothing_that_was_submitted(desk: Desk, ready: str) -> None:
    upload = attached(desk, ready, "rows.jsonl", b'{"a": 1}\n')
    before = desk.client.get(f"/inquiries/{ready}/uploads/{upload}").content
    assert desk.submit(ready).status_code == 303
    snapshot = desk.client.get(f"/inquiries/{ready}/receipt.json").json()
    token = {"csrf_token": desk.client.get("/inquiries").text.partition('name="csrf_token" value="')[2][:64]}
    path = f"/inquiries/{ready}/uploads"
    again = desk.client.post(path, data=token, files={"file": ("rows.jsonl", b'{"a": 2}\n')})
    assert again.status_code == 409
    assert desk.client.get(f"/inquiries/{ready}/uploads/{upload}").content == before
    assert desk.client.get(f"/inquiries/{ready}/receipt.json").json() == snapshot
