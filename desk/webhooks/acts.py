"""Views for the buttons on the pages of a webhook endpoint and of a delivery."""

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from core.errors import RateroomError
from desk import shown_once
from desk.asking import asks_first
from desk.pages import Question
from desk.refusals import refusals_shown
from desk.webhooks.forms import AgainForm
from people.access import user_of
from tasks.webhooks import registering, resending, switching
from tasks.webhooks.access import delivery_for_writer, endpoint_for_writer
from tasks.webhooks.models import Endpoint

COOKIE = "webhook_secret"


def showing_secret(endpoint: Endpoint) -> HttpResponse:
    """Redirect to the endpoint's page, which then shows its secret once."""
    path = reverse("admin:webhook", args=[endpoint.pk])
    response = redirect(path)
    shown_once.store_token(response, COOKIE, endpoint.secret, path=path)
    return response


def _asks_for_secret(request: HttpRequest, pk: int) -> Question:
    endpoint = endpoint_for_writer(user_of(request), pk)
    words = _(
        "For %(hours)d hours, we sign events with both secrets. After that, we use only the "
        "new secret."
    )
    return Question(
        _("Create a new secret for “%(name)s”?") % {"name": endpoint.name},
        [words % {"hours": registering.FORMER_HOURS}],
        _("New secret"),
        back=endpoint.name,
        back_address=reverse("admin:webhook", args=[pk]),
    )


def _asks_for_deletion(request: HttpRequest, pk: int) -> Question:
    endpoint = endpoint_for_writer(user_of(request), pk)
    return Question(
        _("Delete the webhook “%(name)s”?") % {"name": endpoint.name},
        [_("The delivery log is deleted too. To keep the log, switch the webhook off instead.")],
        _("Delete webhook and log"),
        takes=True,
        back=endpoint.name,
        back_address=reverse("admin:webhook", args=[pk]),
    )


@asks_first(_asks_for_secret)
def new_secret(request: HttpRequest, pk: int) -> HttpResponse:
    user = user_of(request)
    endpoint = endpoint_for_writer(user, pk)
    # The page has its own key, so that pressing a button twice creates only one secret.
    key = request.POST.get("key", "")[:60] or get_random_string(40)
    return showing_secret(registering.rotate_secret(endpoint=endpoint, key=key, by=user))


@require_POST
def test(request: HttpRequest, pk: int) -> HttpResponse:
    user = user_of(request)
    endpoint = endpoint_for_writer(user, pk)
    try:
        delivery = resending.send_test(endpoint=endpoint, key=get_random_string(20), by=user)
    except RateroomError as error:
        messages.error(request, str(error))
        return redirect("admin:webhook", pk)
    messages.success(
        request, _("The test event is being sent. Reload this page to see the result.")
    )
    return redirect("admin:delivery", delivery.pk)


@require_POST
def turn_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Switch the endpoint on. It receives events from now on."""
    user = user_of(request)
    if switching.switch_on(endpoint=endpoint_for_writer(user, pk), by=user):
        messages.success(request, _("Webhook switched on. It receives events from now on."))
    return redirect("admin:webhook", pk)


@require_POST
def turn_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Switch the endpoint off. It receives no more events."""
    user = user_of(request)
    endpoint = endpoint_for_writer(user, pk)
    if switching.switch_off(endpoint=endpoint, because=switching.BY_HAND, by=user):
        messages.success(request, _("Webhook switched off. It receives no more events."))
    return redirect("admin:webhook", pk)


@require_POST
def again_failed(request: HttpRequest, pk: int) -> HttpResponse:
    """Retry the deliveries that failed in the chosen period. Show how many they are."""
    user = user_of(request)
    endpoint = endpoint_for_writer(user, pk)
    form = AgainForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose an option from the list."))
        return redirect("admin:webhook", pk)
    since = timezone.now() - timedelta(hours=form.cleaned_data["hours"])
    with refusals_shown(request):
        count = resending.resend_failed(endpoint=endpoint, since=since, by=user)
        messages.success(request, _sent_again(count))
    return redirect("admin:webhook", pk)


@asks_first(_asks_for_deletion)
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete the endpoint with its delivery log."""
    user = user_of(request)
    endpoint = endpoint_for_writer(user, pk)
    registering.delete_endpoint(endpoint=endpoint, by=user)
    messages.success(request, _("“%(name)s” deleted.") % {"name": endpoint.name})
    return redirect("admin:webhooks")


@require_POST
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Retry this delivery."""
    user = user_of(request)
    with refusals_shown(request):
        resending.resend(delivery=delivery_for_writer(user, pk), by=user)
        messages.success(request, _sent_again(1))
    return redirect("admin:delivery", pk)


def _sent_again(count: int) -> str:
    words = ngettext("%(count)d delivery sent again.", "%(count)d deliveries sent again.", count)
    return words % {"count": count}
