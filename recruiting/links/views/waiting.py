"""Pages between a link and the first HIT: confirming an email address, and waiting for a place."""

from celery import current_app
from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from people.models import AnnotatorRequest, Invitation
from people.requests.limits import count_try
from recruiting.links.places import minutes_to_wait
from recruiting.models import Newcomer
from recruiting.route import advance

MAIL = "recruiting.tasks.mail_confirmation"


class AddressForm(forms.Form):
    """The form for the email address that a link requires people to confirm."""

    email = forms.EmailField(label=_("Email address"), max_length=254)


def ask_for_address(request: HttpRequest, invitation: Invitation, token: str) -> HttpResponse:
    """Email a link that confirms the address in the form, and say so. If the form is invalid or
    there were too many attempts, show the form again."""
    form = AddressForm(request.POST)
    if form.is_valid():
        email = form.cleaned_data["email"]
        try:
            count_try(request, action="reset_mail", account=email)
        except ValidationError as refusal:
            form.add_error("email", refusal)
        else:
            language = get_language() or "en"
            current_app.send_task(MAIL, args=(invitation.pk, token, email, language))
    context: dict[str, object] = {"form": form, "batch": invitation.batch, "sent": form.is_valid()}
    return TemplateResponse(request, "recruiting/confirm_address.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def wait_for_place(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show when a new person can get their first HIT. The page's button asks for a place again and,
    if there is one, continues to the next page."""
    newcomers = Newcomer.objects.select_related("invitation", "panel", "enrolment__batch")
    newcomer = get_object_or_404(newcomers, enrolment__batch=pk, enrolment__annotator=request.user)
    page = ""
    if request.method == "POST":
        page = advance(enrolment_id=newcomer.enrolment_id)
    if newcomer.enrolment.submitted or (request.method == "POST" and page != request.path):
        return redirect(page or reverse("batch", args=[pk]))
    context = {
        "batch": newcomer.enrolment.batch,
        "people": newcomer.door.newcomers_per_network,
        "minutes": minutes_to_wait(newcomer),
    }
    return TemplateResponse(request, "recruiting/wait_for_place.html", context)
