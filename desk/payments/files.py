"""Downloads of amounts owed and of payout lists, as CSV or in Prolific's format."""

from django.http import Http404, HttpRequest, HttpResponse

from payments.payouts import payout_lists
from people.access import project_for_writer, user_of
from recruiting.payees import bonus_csv, owed_csv, payout_csv


def owed_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Download a table of everyone who is owed money. With `?for=prolific`, the file has Prolific's
    format and contains only people who are paid there."""
    project = project_for_writer(user_of(request), pk)
    content = bonus_csv(project) if _for_prolific(request) else owed_csv(project)
    return _file(request, content, f"owed-{pk}")


def payout_file(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Download a recorded payout list. With `?for=prolific`, the file has Prolific's format and
    contains only people who are paid there."""
    project = project_for_writer(user_of(request), pk)
    if not any(payout_list.name == name for payout_list in payout_lists(project)):
        raise Http404
    write = bonus_csv if _for_prolific(request) else payout_csv
    return _file(request, write(project, name), f"payouts-{pk}-{name}")


def _for_prolific(request: HttpRequest) -> bool:
    return request.GET.get("for") == "prolific"


def _file(request: HttpRequest, content: str, name: str) -> HttpResponse:
    if _for_prolific(request):
        name += "-prolific"
    response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
