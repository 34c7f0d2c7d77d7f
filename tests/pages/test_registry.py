"""The registry's pages: what they show, what they say of doubt, and that their whole state is in the address."""

import re
from datetime import datetime
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from app.infra.work import Work
from app.registry import service
from tests.conftest import PostForm
from tests.pages.seen import view_of
from tests.services.registry_folder import write_many, write_seeds

seeded = pytest.mark.seeded
FOUR_BIT = "unsloth/Qwen3.8-27B-unsloth-bnb-4bit"
NANO = "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16"


def text_of(page: str) -> str:
    """The words of a page, without its elements."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@seeded
def test_the_first_page_shows_what_is_published_with_its_limits(client: TestClient) -> None:
    answer = client.get("/")
    view = view_of(answer)
    assert [family.name for family in view.families] == ["GLM 5.3", "Qwen 3.8", "Inkling and Nemotron"]
    assert [claim.id for family in view.families for claim in family.claims] == [
        *("glm-5.3-report", "glm-5.3-verifier-design", "sao-glm-5.2", "slime-stack"),
        *("glm-5.3-bf16-release", "glm-5.3-flash-architecture"),
        *("unsloth-qwen3.8-27b-sft", "unsloth-qwen3.8-27b-rl-entry", "qwengyre-2.4t-rl", "qwengyre-2.4t-700k"),
        *("inkling-small-rl", "inkling-small-tinker", "nemotron-3-nano-card"),
    ]
    assert all(claim.does_not_establish for family in view.families for claim in family.claims)
    assert len(view.checklist) == 5
    words = text_of(answer.text)
    for said in ("Second-hand", "From the page only", "An engineering recommendation, not an observed training result"):
        assert said in words
    for said in ("Training and rollouts are two scopes", "no weights are updated", "Managed RFT is by invitation"):
        assert said in words


@seeded
def test_the_first_page_opens_each_kind_of_inquiry_for_someone_who_is_not_signed_in(
    client: TestClient, post_form: PostForm
) -> None:
    pilots = view_of(client.get("/")).pilots
    assert [(pilot.kind, pilot.is_suggested) for pilot in pilots] == [("qwen-27b", True), ("glm-5.3", False)]
    for pilot in pilots:
        answer = post_form(client, "/inquiries", {"kind": pilot.kind, "form_key": pilot.form_key})
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/inquiries/PD-")


def test_an_empty_registry_says_what_would_fill_it(client: TestClient) -> None:
    home, evidence = client.get("/"), client.get("/evidence")
    assert "It fills when the registry's seeds are loaded" in home.text
    assert (view_of(home).pilots, view_of(home).recommendation) == ((), None)
    assert "The registry fills when its seeds are loaded" in evidence.text
    assert "No claim on record fits" in client.get("/evidence/match").text


FILTERS = [
    ({"family": "inkling"}, {"inkling-small-rl", "inkling-small-tinker", "prime-rl-inkling-2"}),
    ({"kind": "issue-thread"}, {"slime-without-sao", "nemo-rl-qwen3.8-27b-user-run", "unsloth-fast-inference-fails"}),
    ({"rung": "smoke"}, {"nemo-rl-qwen3.8-27b-grpo-smoke"}),
    ({"confirmation": "page-only", "family": "qwen"}, {"unsloth-qwen3.8-27b-rl-entry"}),
    ({"place": "page", "text": "700K tokens"}, {"qwengyre-2.4t-700k"}),
    ({"place": "beyond", "kind": "platform-docs", "family": "glm"}, {"tinker-glm-5.3"}),
]


@seeded
@pytest.mark.parametrize(("asked", "expected"), FILTERS)
def test_claims_are_narrowed_by_what_stands_in_the_address(
    client: TestClient, asked: dict[str, str], expected: set[str]
) -> None:
    view = view_of(client.get("/evidence?" + urlencode(asked)))
    found = {claim.id for claim in view.claims}
    assert expected <= found
    assert view.found == len(found)
    assert found == expected or "family" in asked
    chosen = {question.id: question.value for question in (view.text, *view.filters) if question.value}
    assert chosen == asked


@seeded
def test_the_words_of_a_search_are_taken_as_they_are_written(client: TestClient) -> None:
    assert view_of(client.get("/evidence?show=checkpoints&text=qwen3_8B")).found == 0
    assert view_of(client.get("/evidence?show=checkpoints&text=1d4bf0f2ff6012fd")).found == 1
    assert view_of(client.get("/evidence?show=sources&text=2609.33848")).found == 1


@seeded
@pytest.mark.parametrize("show", ["claims", "checkpoints", "sources"])
def test_a_list_goes_on_page_by_page_and_never_loses_a_record(client: TestClient, show: str) -> None:
    address, seen, total = f"/evidence?show={show}&place=beyond", 0, -1
    while address:
        view = view_of(client.get(address))
        seen += len(getattr(view, show))
        total, address = view.found, view.next
    assert seen == total > 25
    assert view_of(client.get(f"/evidence?show={show}&page=99999")).next == ""
    assert view_of(client.get(f"/evidence?show={show}&page=x")).previous == ""


@seeded
@pytest.mark.parametrize("show", ["claims", "checkpoints", "sources"])
def test_a_list_that_nothing_fits_says_so_and_how_to_widen_it(client: TestClient, show: str) -> None:
    answer = client.get(f"/evidence?show={show}&text=nothing-has-this-word&family=nobody")
    assert "Nothing on record fits all of this" in answer.text
    assert view_of(answer).clear == ("/evidence" if show == "claims" else f"/evidence?show={show}")
    family = view_of(answer).filters[0]
    assert (family.id, family.value) == ("family", "nobody")
    assert '<option value="nobody" selected>nobody</option>' in answer.text


@seeded
def test_lists_say_what_is_a_copy_and_what_was_not_checked(client: TestClient) -> None:
    assert "Another publisher&#39;s copy" in client.get("/evidence?show=checkpoints&text=douyamv").text
    assert "Not checked by this desk" in client.get("/evidence?show=sources").text


@seeded
def test_a_claim_says_what_it_establishes_what_not_and_where_it_may_be_used(client: TestClient) -> None:
    answer = client.get("/evidence/claims/unsloth-qwen3.8-27b-rl-entry")
    view = view_of(answer)
    assert view.doubt == "From the page only: no source beyond it says so"
    assert view.use.value == "compatibility-start"
    verdicts = {link.words: (cell.token, cell.axis) for link, cell in view.cells}
    assert verdicts[FOUR_BIT] == ("supports", "")
    assert verdicts["Qwen/Qwen3.8-27B"] == ("background-only", "format")
    assert verdicts["Qwen/Qwen3.8-2.4T-A95B"] == ("does-not-transfer", "size, architecture")
    assert "A complete, validated RL recipe" in answer.text


@seeded
def test_a_claim_is_judged_for_the_use_in_the_address(client: TestClient) -> None:
    view = view_of(client.get("/evidence/claims/glm-5.3-report?use=own-validation"))
    assert {cell.token for _, cell in view.cells} == {"does-not-transfer"}
    assert view_of(client.get("/evidence/claims/glm-5.3-report?use=nonsense")).use.value == "development-process"


@seeded
def test_a_claim_on_a_revision_names_it_and_one_on_no_checkpoint_says_so(client: TestClient) -> None:
    assert "304b8051cfb2b260b61ce0cbe330e02a98e73639" in client.get("/evidence/claims/art-glm-5.3-bf16").text
    answer = client.get("/evidence/claims/27b-first")
    assert view_of(answer).cells == ()
    assert "It is about no particular checkpoint" in answer.text
    assert "An engineering recommendation." in answer.text


@seeded
def test_a_claim_that_advises_against_a_use_says_so(client: TestClient) -> None:
    facts = dict(view_of(client.get("/evidence/claims/unsloth-qwen3.5-no-4bit")).facts)
    assert facts["Stance"] == "Against the use as a starting point for compatibility work"


def test_a_superseded_claim_leads_to_its_successor(
    client: TestClient, work: Work, now: datetime, tmp_path: Path
) -> None:
    newer = (
        '[[claim]]\nid = "newer"\ntitle = "It smokes"\nsource = "guide"\nstatement = "Yes."\nestablishes = "That."\n'
        'does_not_establish = "More."\nrung = "smoke"\ntargets = []\n'
    )
    folder = write_seeds(tmp_path / "seeds", claims=newer)
    file = folder / "registry" / "claims" / "all.toml"
    file.write_text(file.read_text().replace('id = "runs-1"', 'id = "runs-1"\nsuperseded_by = "newer"'))
    work.write_now(service.load_seeds, folder, now=now)
    answer = client.get("/evidence/claims/runs-1")
    assert view_of(answer).superseded_by.words == "It smokes"
    assert "This claim is superseded by" in answer.text
    verdict = client.get("/evidence/match?claim=runs-1&checkpoint=example/model-1&use=background")
    assert view_of(verdict).stale.startswith("The source is past its review date")


@seeded
def test_a_source_says_where_it_is_or_that_no_address_is_on_record(client: TestClient) -> None:
    known, unknown = client.get("/evidence/sources/qwengyre-preprint"), client.get("/evidence/sources/sao-preprint")
    assert 'href="https://arxiv.org/abs/2609.33848"' in known.text
    assert "not opened by this desk" in known.text
    assert [each.day.day for each in view_of(known).other_dates] == [26, 29]
    assert "No address on record" in unknown.text
    assert "Not checked by this desk" in unknown.text
    second_hand = view_of(client.get("/evidence/sources/zai-glm-5.3-report"))
    assert (second_hand.is_doubtful, second_hand.is_checked) == (True, False)
    assert second_hand.confirmation.startswith("Second-hand")


@seeded
def test_a_source_without_a_claim_says_what_would_add_one(client: TestClient) -> None:
    assert "No claim is on record from this source" in client.get("/evidence/sources/predibase-docs").text


@seeded
def test_a_claim_says_which_way_through_a_tool_it_is_about(client: TestClient) -> None:
    facts = dict(view_of(client.get("/evidence/claims/unsloth-qwen3.8-27b-rl-entry")).facts)
    assert facts["Code path"] == "Qwen 3.5 path, fast_inference=False"


@seeded
def test_a_checkpoint_shows_its_identity_licence_revisions_and_claims(client: TestClient) -> None:
    answer = client.get(f"/evidence/checkpoints/{NANO}?use=method")
    view = view_of(answer)
    assert dict(view.identity)["Architecture"] == ""
    assert (view.licence.state, view.licence.is_certain) == ("Conflicting", False)
    assert [revision.revision for revision in view.revisions] == ["bf77c3174f68ad409e1c2aa60daeb46e32d1c606"]
    assert view.relative.words == "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-Base-BF16"
    groups = {group.token: {each.title for each in group.claims} for group in view.groups}
    assert "Nemotron 3 Nano card, SFT then synchronous GRPO" in groups["supports"]
    assert "Nemotron 3 Super card, asynchronous GRPO" in groups["does-not-transfer"]
    assert "Never" in dict(view.facts).values()


@seeded
@pytest.mark.parametrize(
    ("checkpoint", "said"),
    [
        ("qwen3.8-2.4t-model-only", "The name is ours"),
        ("zai-org/GLM-5.3-Flash", "None on record. An abbreviated hash"),
        ("zai-org/GLM-5.3-BF16", "Unknown"),
        ("douyamv/Qwen3.8-27B-FP8", "A copy by another publisher"),
        ("nvidia/Qwen3-Nemotron-235B-A22B-GenRM", "No claim on record is about this family"),
        (FOUR_BIT, "From the page only"),
        ("Qwen/Qwen3.8-27B", "262,144, extensible to about 1M"),
        ("Qwen/Qwen3.8-27B", "Hybrid: some layers are linear attention or state space"),
        ("zai-org/GLM-5.3-BF16", "About 40 billion"),
        ("zai-org/GLM-5.3-Flash", "Hybrid mixture of experts"),
    ],
)
def test_a_checkpoint_says_what_is_not_known_of_it(client: TestClient, checkpoint: str, said: str) -> None:
    answer = client.get(f"/evidence/checkpoints/{checkpoint}")
    assert answer.status_code == 200
    assert said in text_of(answer.text)


@seeded
@pytest.mark.parametrize(
    "path",
    [
        "/evidence/claims/nothing",
        "/evidence/sources/nothing",
        "/evidence/checkpoints/nothing",
        "/evidence/checkpoints/qwen/qwen3.8-27b",
        "/evidence/checkpoints/",
        "/evidence/match?claim=nothing&checkpoint=Qwen/Qwen3.8-27B",
        "/evidence/match?claim=glm-5.3-report",
        "/evidence/match?claim=glm-5.3-report&checkpoint=Qwen/Qwen3.8-27B&use=nonsense",
        "/evidence/match?claim=glm-5.3-report&checkpoint=Qwen/Qwen3.8-27B&method=nonsense",
    ],
)
def test_what_is_not_on_record_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@seeded
@pytest.mark.parametrize(("query", "said"), [("use=zz", "no use called “zz”"), ("method=zz", "no method called “zz”")])
def test_the_matrix_says_that_there_is_no_such_use_or_method(client: TestClient, query: str, said: str) -> None:
    answer = client.get(f"/evidence/match?{query}")
    view = view_of(answer)
    assert f"There is {said}" in text_of(answer.text)
    assert "may serve as" not in answer.text
    assert (view.rows, view.questions[0].value in {"", "compatibility-start"}, view.questions[1].value) == (
        (),
        True,
        "",
    )


@seeded
def test_the_matrix_answers_for_the_usual_checkpoints_best_first(client: TestClient) -> None:
    view = view_of(client.get("/evidence/match"))
    assert [column.id for column in view.columns] == [
        "Qwen/Qwen3.8-27B",
        FOUR_BIT,
        "zai-org/GLM-5.3-BF16",
        "zai-org/GLM-5.3-Flash-BF16",
    ]
    first = view.rows[0]
    assert first.cells[0].token == "supports"
    assert all(cell.address.startswith("/evidence/match?use=compatibility-start") for cell in first.cells)
    assert "27b-first" not in {row.address.rpartition("/")[2] for row in view.rows}


@seeded
def test_each_cell_has_a_word_a_shape_and_its_reason_one_click_away(client: TestClient) -> None:
    answer = client.get("/evidence/match?use=method&method=sao&family=glm&checkpoint=zai-org/GLM-5.3-BF16")
    row = next(row for row in view_of(answer).rows if row.title == "SAO preprint, deployed in GLM 5.2")
    (cell,) = row.cells
    assert (cell.token, cell.brief, cell.axis) == ("background-only", "Background", "version")
    assert answer.text.count('class="mark mark--background-only"><svg') >= 2
    reason = view_of(client.get(cell.address))
    assert reason.cell.sentence.endswith("it is about another version (5.2, not 5.3).")
    assert [(axis.words, axis.decides) for axis in reason.axes] == [("Repository", False), ("Version", True)]
    assert (reason.use_words, reason.method_words) == ("the training method", "SAO")


@seeded
def test_the_matrix_is_narrowed_and_paged_by_its_address(client: TestClient) -> None:
    asked = "/evidence/match?use=background&kind=preprint&place=page&family=qwen&checkpoint=Qwen/Qwen3.8-2.4T-A95B"
    view = view_of(client.get(asked))
    assert {row.address for row in view.rows} == {
        "/evidence/claims/qwengyre-2.4t-rl",
        "/evidence/claims/qwengyre-2.4t-700k",
        "/evidence/claims/qwengyre-elastic-split",
    }
    assert (view.clear, view.next) == ("/evidence/match", "")
    seen, address = 0, "/evidence/match"
    while address:
        page = view_of(client.get(address))
        seen, address = seen + len(page.rows), page.next
    assert seen == page.found
    assert page.previous.endswith(f"page={page.pages - 1}")


@seeded
def test_a_checkpoint_at_another_revision_is_another_column(client: TestClient) -> None:
    revision = "017b9c7af6b5689d5dd426a76e0bc077eb5ca20a"
    pairs = [("claim", "nemo-rl-qwen3.8-27b-grpo-smoke"), ("checkpoint", f"Qwen/Qwen3.8-27B@{revision}")]
    verdict = view_of(client.get("/evidence/match?" + urlencode(pairs)))
    assert (verdict.cell.token, verdict.cell.axis) == ("background-only", "revision")
    column = view_of(client.get("/evidence/match?" + urlencode(pairs[1:]))).columns[0]
    assert (column.name, column.under) == ("Qwen3.8-27B", "BF16, 017b9c7af6b5…")


@seeded
def test_an_unknown_checkpoint_use_or_method_is_told_and_not_guessed(client: TestClient) -> None:
    answer = client.get("/evidence/match?checkpoint=somebody/Qwen3_8B")
    assert {cell.token for row in view_of(answer).rows for cell in row.cells} == {"cannot-tell"}
    assert "Nothing is on record about" in answer.text
    for asked in ("use=everything", "method=ppo2"):
        page = client.get(f"/evidence/match?{asked}")
        assert (page.status_code, view_of(page).rows) == (200, ())
        assert "So nothing is matched here." in page.text
    unknown = view_of(client.get("/evidence/match?claim=glm-5.3-report&checkpoint=a/b&use=method"))
    assert (unknown.cell.token, unknown.checkpoint_address) == ("cannot-tell", "")


@seeded
def test_no_more_than_eight_checkpoints_are_matched_at_once(client: TestClient) -> None:
    asked = urlencode([("checkpoint", f"a/b{n}") for n in range(20)])
    assert len(view_of(client.get(f"/evidence/match?{asked}")).columns) == 8


def test_contradicting_claims_name_each_other(client: TestClient, work: Work, now: datetime, tmp_path: Path) -> None:
    against = (
        '[[claim]]\nid = "against"\ntitle = "Rather not"\nsource = "guide"\nstatement = "No."\nestablishes = "That."\n'
        'does_not_establish = "More."\nrung = "registered"\nstance = "against"\nstance_use = "compatibility-start"\n'
        'targets = [{ checkpoint = "example/model-1" }]\n'
    )
    work.write_now(service.load_seeds, write_seeds(tmp_path / "seeds", claims=against), now=now)
    verdict = view_of(client.get("/evidence/match?claim=runs-1&checkpoint=example/model-1&use=compatibility-start"))
    assert (verdict.cell.token, [link.words for link in verdict.against]) == ("contradicts", ["Rather not"])
    groups = view_of(client.get("/evidence/checkpoints/example/model-1")).groups
    assert [group.token for group in groups] == ["contradicts"]


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/evidence", "/evidence?show=checkpoints", "/evidence?show=sources", "/evidence/match"),
        *("/evidence/claims/runs-1", "/evidence/sources/guide", "/evidence/checkpoints/example/model-1"),
        *("/api/v1/registry/claims", "/api/v1/registry/checkpoints", "/api/v1/registry/sources"),
    ],
)
def test_three_records_cost_as_many_statements_as_one(
    client: TestClient, work: Work, now: datetime, tmp_path: Path, statements: list[str], path: str
) -> None:
    counts = []
    for count in (1, 3):
        # a folder of this path's own, so that nothing of it is in memory yet
        folder = write_many(tmp_path / "seeds", count)
        kinds = folder / "registry" / "kinds" / "all.toml"
        kinds.write_text(kinds.read_text().replace("A pilot", f"A pilot {path}"))
        work.write_now(service.load_seeds, folder, now=now)
        statements.clear()
        assert client.get(path).status_code == 200
        counts.append(len(statements))
        statements.clear()
        client.get(path)
        counts.append(len(statements))
    cold, warm, cold_with_three, warm_with_three = counts
    assert (cold, warm) == (cold_with_three, warm_with_three)
    assert warm < cold
