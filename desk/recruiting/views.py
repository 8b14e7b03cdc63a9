"""The page of a batch's links: the list, forms to create one link or many, and buttons to revoke
links."""

import csv
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Case, Q, QuerySet, When
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.database.choosing import Chooser, choose, is_looking, looked_for, looking_query
from core.database.keyset import LATEST_FIRST, Key, Window, cursor_of, window
from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from core.tabular.formulas import guarded
from desk import shown_once
from desk.asking import asks_first
from desk.pages import Question
from desk.recruiting.forms import ManyLinksForm, OpenLinkForm
from hits.access import batch_for_researcher
from hits.batches.audience import keep_out_annotators_of, let_in_annotators_of
from hits.models import Batch
from people.access import is_writer, owns, user_of
from people.invitations.granting import revoke_invitation
from people.models import Invitation
from recruiting.links.making import LinkTerms, make_link, most_money
from recruiting.links.many import PersonalLink, make_links, read_invited
from recruiting.panels.presets import PRESETS
from recruiting.panels.rows import panel_rows
from recruiting.tasks import mail_link

PER_PAGE = 10  # links; each has a button, and the page has forms too
KEYS = [Key("several", descending=True), Key("pk", descending=True)]


@dataclass(frozen=True)
class LinkRow:
    """A link in the list. `money` is the maximum that people with the link can earn in total, or
    None if it has no limit."""

    invitation: Invitation
    money: Decimal | None


@dataclass(frozen=True)
class LinkList:
    """A page of the list of links. `find` is the search text, or "" for all links."""

    rows: Sequence[LinkRow]
    window: Window
    find: str
    with_ids: bool

    @property
    def kept(self) -> str:
        """Return the search text as a query string that ends with "&", for links to other pages of
        the list. Return "" if there is no search text."""
        return f"{urlencode({'find': self.find})}&" if self.find else ""

    @property
    def is_long(self) -> bool:
        return self.with_ids and (bool(self.find) or not self.window.is_whole)


def list_links(batch: Batch, query: QueryDict, *, with_ids: bool) -> LinkList:
    """Return the requested page of links, using at most two queries. Without `with_ids`, labels and
    email addresses are hidden, because they can identify people."""
    find = looked_for(query, "find") if with_ids else ""
    several = Case(When(uses__gt=1, then=1), default=0)
    links = Invitation.objects.filter(batch=batch).annotate(several=several)
    if find:
        links = links.filter(Q(label__icontains=find) | Q(address__icontains=find))
    page = window(links.select_related("created_by"), KEYS, cursor_of(query), size=PER_PAGE)
    if not with_ids:
        for invitation in page.rows:
            invitation.label = invitation.address = ""
    rows = [LinkRow(invitation, most_money(invitation, batch)) for invitation in page.rows]
    return LinkList(rows, page, find, with_ids)


BY_NAME = (Key("name"), Key("pk"))
LINK_COOKIE = "batch_link"


def links_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the batch's links. People who can change the batch can also create links here."""
    batch = batch_for_researcher(user_of(request), pk)
    response = _page(request, frame, batch)
    shown_once.delete_token(request, response, LINK_COOKIE, path=_address(batch))
    return response


def make_one(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Create a link, and redirect to the page of links, which shows it once. If the form has
    errors, show it again."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    if request.method != "POST":
        return redirect("admin:links", pk)
    form = OpenLinkForm(request.POST)
    if not form.is_valid():
        return _page(request, frame, batch, link_form=form)
    try:
        _invitation, token = make_link(
            batch=batch, key=form.cleaned_data["key"], by=user_of(request), terms=form.terms()
        )
    except RateroomError as error:
        form.add_error(None, str(error))
        return _page(request, frame, batch, link_form=form)
    response = redirect("admin:links", pk)
    shown_once.store_token(response, LINK_COOKIE, token, path=_address(batch))
    return response


def make_many(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Create a link for each person in an uploaded table. Return a CSV file with the links, which
    are not shown again. If requested, email the links."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    if request.method != "POST":
        return redirect("admin:links", pk)
    form = ManyLinksForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, frame, batch, table_form=form)
    values = form.cleaned_data
    terms = LinkTerms(days=values["days"], cap=values["cap"], language=get_language() or "en")
    try:
        links = make_links(
            batch=batch,
            people=_read(values["file"]),
            key=values["key"],
            by=user_of(request),
            terms=terms,
        )
    except RateroomError as error:
        for line in str(error).splitlines():
            form.add_error("file", line)
        return _page(request, frame, batch, table_form=form)
    if values["mail"] and settings.EMAIL_URL:
        for link in links:
            if link.invited.address:
                mail_link.delay(link.invitation_id)
    return _as_csv(request, batch, links)


def _read(upload: UploadedFile) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "people.csv"
        with path.open("wb") as file:
            file.writelines(upload.chunks())
        return read_invited(path)


def _as_csv(request: HttpRequest, batch: Batch, links: list[PersonalLink]) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="links-{batch.pk}.csv"'
    response["Cache-Control"] = "no-store"
    writer = csv.writer(response)
    writer.writerow(["id", "address", "link"])
    for link in links:
        address = request.build_absolute_uri(reverse("join", args=[link.token]))
        writer.writerow([guarded(link.invited.label), guarded(link.invited.address), address])
    return response


def _asks_for_link(request: HttpRequest, pk: int, link_pk: int) -> Question:
    batch = batch_for_researcher(user_of(request), pk, write=True)
    get_object_or_404(Invitation, pk=link_pk, batch=batch)
    return Question(
        _("Revoke this link?"),
        [
            _(
                "You cannot undo this. No one new can join with this link. People who have joined "
                "are not affected."
            )
        ],
        _("Revoke"),
        takes=True,
        back=_("Recruitment"),
        back_address=_address(batch),
    )


@asks_first(_asks_for_link)
def take_back_link(request: HttpRequest, pk: int, link_pk: int) -> HttpResponse:
    batch = batch_for_researcher(user_of(request), pk, write=True)
    if Invitation.objects.filter(pk=link_pk, batch=batch).exists() and revoke_invitation(
        project=batch.project, invitation_id=link_pk, by=user_of(request)
    ):
        messages.success(request, _("Link revoked. No one new can join with it."))
    return redirect("admin:links", pk)


@require_POST
def keep_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Block people who have worked on the chosen other batches of the project, or allow them
    again."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    if is_looking(request.POST, "other"):
        return redirect(f"{_address(batch)}?{looking_query(request.POST, 'other')}#kept-out")
    others = [_other_batch(batch, text) for text in request.POST.getlist("other")]
    lets_in = request.POST.get("action") == "let_in"
    change = let_in_annotators_of if lets_in else keep_out_annotators_of
    with transaction.atomic():
        changes = [change(batch=batch, other=other, by=user_of(request)) for other in others]
    if any(changes):
        messages.success(request, _said_of(len(others), lets_in=lets_in))
    elif not others:
        messages.error(request, _("Choose an option from the list."))
    return redirect(_address(batch) + "#kept-out")


def _said_of(number: int, *, lets_in: bool) -> str:
    if lets_in:
        return _(
            "The batch you removed from the list no longer blocks the people who worked on it."
        )
    return ngettext(
        "People who worked on the selected batch are blocked from this one.",
        "People who worked on the %(number)d selected batches are blocked from this one.",
        number,
    ) % {"number": number}


def _other_batch(batch: Batch, text: str) -> Batch:
    pk = whole_number(text)
    return get_object_or_404(_other_batches(batch), pk=-1 if pk is None else pk)


def _other_batches(batch: Batch) -> QuerySet[Batch]:
    others = Batch.objects.filter(project=batch.project_id).exclude(pk=batch.pk)
    return others.exclude(state=Batch.State.DRAFT)


def _batches_to_keep_out(request: HttpRequest, batch: Batch) -> Chooser:
    kept_out = batch.audience_exclusions.values("other")
    return choose(
        request.GET,
        "other",
        _other_batches(batch).exclude(pk__in=kept_out),
        keys=LATEST_FIRST,
        lookup="title__icontains",
    )


def _qualifications(request: HttpRequest, batch: Batch) -> Chooser:
    """Return a chooser with the qualifications that the batch can require. The one that its own
    test grants is left out."""
    required = batch.required_qualification_id
    return choose(
        request.GET,
        "qualification",
        batch.project.qualifications.exclude(pk=batch.tested_qualification_id or 0),
        keys=BY_NAME,
        lookup="name__icontains",
        chosen=[required] if required else [],
    )


def _page(
    request: HttpRequest,
    frame: dict[str, object],
    batch: Batch,
    *,
    link_form: OpenLinkForm | None = None,
    table_form: ManyLinksForm | None = None,
) -> TemplateResponse:
    may_write = is_writer(user_of(request), batch.project_id)
    token = shown_once.read_token(request, LINK_COOKIE) if may_write else ""
    context = {
        **frame,
        "title": _("Recruitment"),
        "batch": batch,
        "here": "links",
        "may_write": may_write,
        "links": list_links(batch, request.GET, with_ids=may_write),
        "list_address": _address(batch),
        "panels": panel_rows(request, batch),
        "kept_out": [row.other for row in batch.audience_exclusions.select_related("other")],
        "qualifications": _qualifications(request, batch),
        "is_owner": owns(user_of(request), batch.project),
        "others": _batches_to_keep_out(request, batch),
        "presets": PRESETS,
        "link_form": link_form or OpenLinkForm(),
        "table_form": table_form or ManyLinksForm(),
        "link": request.build_absolute_uri(reverse("join", args=[token])) if token else "",
        "mail_server": bool(settings.EMAIL_URL),
    }
    return TemplateResponse(request, "desk/links.html", context)


def _address(batch: Batch) -> str:
    return reverse("admin:links", args=[batch.pk])
