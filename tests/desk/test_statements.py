"""Tests that pages need no more SQL statements for many rows than for few."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.access.crowding import make_crowded_study
from tests.access.study import Study, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
MORE = 4  # rows of everything; a statement for each would show
PAGES = (
    *("/admin/", "/admin/tokens/", "/admin/batches/", "/admin/export/{batch}/"),
    *("/admin/judges/", "/admin/judges/replies/", "/admin/judges/endpoints/"),
    *("/admin/hits/batch/{batch}/running/", "/admin/hits/batch/{batch}/running/parts/"),
    *("/admin/links/{batch}/", "/admin/hits/batch/{batch}/sittings/", "/admin/prolific/{batch}/"),
    *("/admin/appeals/", "/admin/broken/", "/admin/review/table/?batch={batch}"),
    *("/admin/annotators/", "/admin/hits/batch/{batch}/annotators/"),
    *("/admin/datasets/", "/admin/datasets/{dataset}/", "/admin/datasets/imports/"),
    *("/admin/projects/", "/admin/projects/{project}/", "/admin/payments/{project}/"),
    *("/admin/rubrics/", "/admin/prompts/", "/admin/messages/", "/admin/qualifications/"),
    *("/admin/webhooks/", "/admin/webhooks/{webhook}/", "/admin/acts/?batch={batch}"),
)


def asked(study: Study) -> dict[str, int]:
    """Return the number of SQL statements that each page needs when an owner opens it."""
    client, counts = study.client("owner"), {}
    for page in ("/admin/", "/admin/rubrics/"):  # each rubric is read once in a process
        client.get(page)
    for page in PAGES:
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(study.filled_in(page))
        assert answer.status_code == 200, page
        counts[page] = len(queries)
    return counts


def test_no_page_asks_more_of_many_rows_than_of_few(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    with transaction.atomic():
        few = asked(make_study())
        transaction.set_rollback(True)
    many = asked(make_crowded_study(MORE))
    assert {page: few[page] for page in PAGES if many[page] >= few[page] + MORE} == {}
