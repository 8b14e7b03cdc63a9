"""Actions on a published batch: pause, resume, close, and retry or cancel publication."""

from collections.abc import Callable, Mapping

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from desk.pages import ActPage, Question, Values
from hits.access import batch_for_researcher
from hits.batches import publishing
from people.access import user_of

ACTIONS: Mapping[str, tuple[Callable[..., bool], str | Promise]] = {
    "retry": (
        publishing.retry_publishing,
        gettext_lazy("The HITs are being created. The batch goes live once they are ready."),
    ),
    "pause": (
        publishing.pause_batch,
        gettext_lazy("Batch paused. No HITs are handed out."),
    ),
    "resume": (publishing.resume_batch, gettext_lazy("Batch resumed.")),
    "cancel": (
        publishing.cancel_publishing,
        gettext_lazy("Publishing cancelled. The batch becomes a draft again in a moment."),
    ),
}


@require_POST
def act(request: HttpRequest, pk: int, action: str) -> HttpResponse:
    """Perform the action on the batch, and redirect to the batch's page. If the action is no longer
    possible, show a warning."""
    user = user_of(request)
    batch = batch_for_researcher(user, pk, write=True)
    write, done = ACTIONS[action]
    if write(batch_id=batch.pk, by=user):
        messages.success(request, str(done))
    else:
        messages.warning(request, _("This page was out of date, so nothing changed."))
    return redirect("admin:batch_running", pk)


class CloseBatch(ActPage):
    """The page to close a batch after confirmation. Closing cancels unclaimed assignments and
    refunds their escrow."""

    title = gettext_lazy("Close batch")
    form_class = forms.Form

    def check_access(self) -> None:
        self.batch = batch_for_researcher(self.user, self.kwargs["pk"], write=True)
        self.back = self.batch.title

    def question(self, _cleaned: Values) -> Question:
        free = self.batch.assignments.unbegun().count()
        cancelled = ngettext(
            "%(number)d unclaimed assignment will be cancelled and refunded.",
            "%(number)d unclaimed assignments will be cancelled and refunded.",
            free,
        )
        return Question(
            _("Close “%(batch)s”?") % {"batch": self.batch.title},
            [
                cancelled % {"number": free},
                _("HITs in progress can still be submitted. You cannot reopen a closed batch."),
            ],
            _("Close batch"),
            takes=True,
        )

    def get_success_url(self) -> str:
        return reverse("admin:batch_running", args=[self.kwargs["pk"]])

    def write(self, _cleaned: Values) -> str:
        if publishing.close_batch(batch_id=self.batch.pk, by=self.user):
            return _("Batch closed. The cost of its unclaimed assignments was refunded.")
        return _("This page was out of date, so nothing changed.")
