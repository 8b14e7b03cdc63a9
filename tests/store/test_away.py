"""Tests of a bucket that cannot be reached: errors say what to do, and an import names the row."""

import pytest
from django.core.files.base import ContentFile
from django.test import Client, RequestFactory

from analysis.comparison.results import ComparisonSettings
from analysis.report.computing import perform_report
from analysis.report.illustrating import illustrate
from analysis.requests import report_for
from annotation import checks
from annotation.errors import server_error
from annotation.monitoring import parts
from annotation.stores import store_at
from core.errors import DocumentError
from stimuli.models import Dataset, Medium
from stimuli.serving import media_response
from stimuli.store import s3, size_of
from stimuli.store.errors import StoreAway
from tests import world
from tests.imports.makers import filed, load, picture, table

NOWHERE = "s3://rateroom/here?endpoint=http://127.0.0.1:9&region=us-east-1"
SAID = "The file storage cannot be reached (it does not answer)."
REMEDY = "Try again in a minute. If this keeps happening, tell the site administrator. The log has the error message."


@pytest.fixture(autouse=True)
def _keys(monkeypatch):
    monkeypatch.setenv("MEDIA_ACCESS_KEY", "key")
    monkeypatch.setenv("MEDIA_SECRET_KEY", "secret")
    monkeypatch.setattr(s3, "ATTEMPTS", 1)


def go_away(settings) -> None:
    """Make the store unreachable."""
    settings.STORAGES = settings.STORAGES | {"default": store_at(NOWHERE)}


def test_a_medium_is_answered_with_503_and_what_to_do(settings):
    go_away(settings)
    for method in ("get", "head"):
        request = getattr(RequestFactory(), method)("/")
        response = media_response(request, "0" * 64, "image/png", seconds=60)
        assert (response.status_code, response["Retry-After"]) == (503, "30")
        assert response["Cache-Control"] == "no-store"
    assert response.content.decode() == f"{SAID} {REMEDY}\n"


@pytest.mark.django_db
def test_readiness_names_it_and_answers_are_still_taken(settings, client, monkeypatch):
    go_away(settings)
    monkeypatch.setattr(parts, "_store_seen", (0.0, ""))
    answer = client.get("/readyz")
    states = {"database": "ok", "cache": "ok", "media": "it does not answer"}
    assert (answer.status_code, answer.json()) == (200, states)


def test_the_check_of_a_deployment_names_it(settings):
    assert checks.media_bucket_answers() == []
    go_away(settings)
    (error,) = checks.media_bucket_answers()
    assert (error.id, error.msg) == ("annotation.E006", f"{SAID} {REMEDY}")


@pytest.mark.django_db
def test_a_page_that_needs_it_says_so(settings):
    owner = world.project()
    client = Client(raise_request_exception=False)
    client.force_login(world.researcher(owner))
    go_away(settings)
    sent = {
        "action": "upload",
        "project": owner.pk,
        "table": ContentFile(b"item,system,output\none,Heron,A text.\n", "t.csv"),
    }
    page = client.post("/admin/batches/new/", sent).content.decode()
    assert SAID in page


def test_any_other_page_answers_503_with_what_to_do(settings):
    go_away(settings)
    try:
        size_of("0" * 64)
    except StoreAway:
        response = server_error(RequestFactory().get("/admin/"))
    assert (response.status_code, response["Retry-After"]) == (503, "30")
    page = response.content.decode()
    assert f"<p>{SAID} Nothing changed.</p>" in page
    assert f"<p>{REMEDY}</p>" in page


@pytest.mark.django_db
def test_a_program_gets_503(settings):
    from api.problems import as_problem

    go_away(settings)
    with pytest.raises(StoreAway) as caught:
        size_of("0" * 64)
    response = as_problem(caught.value, {})
    assert (response.status_code, response["Retry-After"]) == (503, "30")
    assert response.data["problems"] == [{"what": SAID, "path": "", "line": None, "remedy": REMEDY}]


@pytest.mark.django_db
def test_an_import_names_the_row_and_leaves_nothing(settings, tmp_path):
    owner = world.project()
    rows = [
        ["item", "image", "system", "output"],
        ["one", "https://example.org/a.png", "Heron", "A text."],
        ["two", "a.png", "Heron", "A text."],
    ]
    path, media = table(tmp_path, rows), filed(tmp_path / "m", {"a.png": picture()})
    go_away(settings)
    with pytest.raises(DocumentError) as caught:
        load(owner, path, media)
    assert list(map(str, caught.value.problems)) == [
        f"row 3, column `image`: a.png could not be stored. {SAID} {REMEDY}"
    ]
    assert (Dataset.objects.count(), Medium.objects.count()) == (0, 0)


@pytest.mark.long
@pytest.mark.django_db
def test_a_reports_bundle_says_so(settings):
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3), annotators_per_hit=2)
    for annotator in (world.annotator(), world.second_annotator()):
        for _turn in range(3):
            world.rate(annotator, batch)
    report = report_for(batch, ComparisonSettings(draws=10))
    perform_report(report_id=report.pk)
    go_away(settings)
    illustrate(report_id=report.pk)
    report.refresh_from_db()
    said = (report.error, report.bundle, report.figures.exists())
    assert said == (f"The bundle could not be stored. {SAID} {REMEDY}", "", True)
