"""An annotator's thread with the researchers of a batch."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from hits.access import batch_for_annotator
from hits.messages.reading import mark_read
from hits.messages.writing import LONGEST, NotSent, write_to_researchers
from hits.models import Enrolment
from hits.page.views.batches import see_other
from people.models import AnnotatorRequest

SHOWN = 200


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def thread(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the messages, the oldest first; opening the page marks answers as read. POST sends
    one."""
    batch = batch_for_annotator(request.user, pk)
    enrolment = Enrolment.objects.filter(batch=batch, annotator=request.user).first()
    if enrolment is None:
        raise Http404
    problem, status, text = "", 200, request.POST.get("text", "")
    if request.method == "POST":
        try:
            write_to_researchers(enrolment_id=enrolment.pk, annotator=request.user, text=text)
        except NotSent as error:
            problem, status = str(error), 422
        else:
            messages.success(request, _("Message sent."))
            return see_other("messages", pk)
    written = list(enrolment.messages.order_by("-pk")[:SHOWN])[::-1]
    newest = written[-1].pk if written else 0
    mark_read(enrolment=enrolment, by_annotator=False, newest=newest)
    context = {
        "batch": batch,
        "written": written,
        "text": text,
        "longest": LONGEST,
        "problem": problem,
    }
    return render(request, "hits/messages.html", context, status=status)
