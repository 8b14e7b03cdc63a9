"""Exporting the answers on a page around the work. No other export contains these answers."""

import csv
import io
from collections.abc import Iterator

from django.db import transaction

from core.tabular.formulas import guarded
from hits.models import Batch
from people.acts import record
from people.models import Act, User
from recruiting.around.models import PageVersion, PageVisit


@transaction.atomic
def export_page(
    *, batch: Batch, version: PageVersion, with_pseudonyms: bool, by: User | None
) -> str:
    """Return the answers on a page as CSV, with a row for each person who finished the page. The
    export is logged.

    With pseudonyms, the rows can be joined with the responses to HITs. Without pseudonyms, the rows
    are sorted by content, so that their order identifies no one.
    """
    rows = list(_rows(batch, version, with_pseudonyms=with_pseudonyms))
    questions = [question.key for question in version.spec.questions()]
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([*(["Pseudonym"] if with_pseudonyms else []), "Version", *questions])
    writer.writerows(sorted(rows))
    record(
        by,
        Act.Verb.EXPORTED,
        batch,
        after={"page": version.page, "pseudonyms": with_pseudonyms, "rows": len(rows)},
    )
    return file.getvalue()


def _rows(batch: Batch, version: PageVersion, *, with_pseudonyms: bool) -> Iterator[list[str]]:
    visits = PageVisit.objects.filter(
        enrolment__batch=batch, version=version, finished_at__isnull=False, forgotten_at=None
    )
    keys = [question.key for question in version.spec.questions()]
    for visit in visits.select_related("enrolment").prefetch_related("answers"):
        cells_by_key = {answer.question: str(answer.value) for answer in visit.answers.all()}
        pseudonym = [visit.enrolment.pseudonym] if with_pseudonyms else []
        cells = [guarded(cells_by_key.get(key, "")) for key in keys]
        yield [*pseudonym, version.sha256[:12], *cells]
