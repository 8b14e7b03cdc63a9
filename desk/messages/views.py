"""The list of message threads, the page of one thread, and the form to reply."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.database.keyset import LATEST_FIRST, PER_PAGE, cursor_of, window
from core.database.whole_numbers import whole_number
from desk.projects import projects_looked_at
from hits.access import enrolment_for_researcher
from hits.messages import LONGEST, THREAD_KEYS, NotSent, answer_annotator, mark_read, threads_of
from hits.models import Enrolment, Message
from people.access import is_writer, user_of

WRITTEN = 8  # messages of a thread on a page


def threads(request: HttpRequest, frame: dict[str, object]) -> TemplateResponse:
    """Show the message threads of the chosen projects, those with unread messages first."""
    rows = threads_of(projects_looked_at(request))
    context = {
        **frame,
        "title": _("Messages"),
        "window": window(rows, THREAD_KEYS, cursor_of(request.GET), size=PER_PAGE),
    }
    return TemplateResponse(request, "desk/messages/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def thread(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the messages with one annotator, oldest first. A POST sends a reply."""
    user = user_of(request)
    enrolment = enrolment_for_researcher(user, pk, write=request.method == "POST")
    problem, status, text = "", 200, request.POST.get("text", "")
    if request.method == "POST":
        try:
            answer_annotator(enrolment_id=pk, by=user, text=text, newest=_newest(request))
        except NotSent as error:
            problem, status = str(error), 422
        else:
            messages.success(request, _("Message sent."))
            return redirect("admin:message_thread", pk)
    written = enrolment.messages.select_related("author")
    page = window(written, LATEST_FIRST, cursor_of(request.GET), size=WRITTEN)
    context = {
        **frame,
        "title": _("Messages"),
        "enrolment": enrolment,
        "batch": enrolment.batch,
        "window": page,
        "written": page.rows[::-1],
        "newest": page.rows[0].pk if page.rows else 0,
        "unread": _unread(enrolment).exists(),
        "text": text,
        "longest": LONGEST,
        "problem": problem,
        "may_write": is_writer(user, enrolment.batch.project_id),
    }
    return TemplateResponse(request, "desk/messages/thread.html", context, status=status)


@require_POST
def read(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark the annotator's messages as read, up to the newest one that the page showed. If a newer
    one has arrived, return to the thread."""
    enrolment = enrolment_for_researcher(user_of(request), pk, write=True)
    mark_read(enrolment=enrolment, by_annotator=True, newest=_newest(request))
    if _unread(enrolment).exists():
        messages.info(request, _("A new message has arrived. Please read it as well."))
        return redirect("admin:message_thread", pk)
    return redirect("admin:message_threads")


def _newest(request: HttpRequest) -> int:
    return whole_number(request.POST.get("newest", "")) or 0


def _unread(enrolment: Enrolment) -> QuerySet[Message]:
    return Message.objects.filter(enrolment=enrolment, by_annotator=True, read_at=None)
