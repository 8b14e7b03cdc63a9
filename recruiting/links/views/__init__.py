"""Pages of links: the first screen of a link to a batch, the return through a personal link, and
the creation of an account.

Opening these pages changes nothing.
"""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from hits.models import Enrolment
from people.models import AnnotatorRequest, Invitation, User
from people.requests.limits import count_try
from people.requests.origins import client_network
from people.sessions import hash_of_this
from people.sign_in.forms import NewcomerForm
from recruiting.around.door import Door, door_of
from recruiting.guests.entry import Proof, browser_of, let_in, remember_browser
from recruiting.guests.making import NoAccount, make_account, may_sign_in
from recruiting.guests.own_links import guest_of, is_over, own_token, renew_link
from recruiting.links.confirming import confirmed_address, needs_address
from recruiting.links.joining import (
    LinkRefused,
    find_link,
    join_by_link,
    link_problem,
    returning_guest,
)
from recruiting.links.views.waiting import AddressForm, ask_for_address
from recruiting.models import Guest
from recruiting.route import first_page
from surveys.languages.translations import in_language


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str, signed: str = "") -> HttpResponse:
    """Show the batch of a link, with a button for joining with or without an account. `signed`
    proves that the person has confirmed an email address. POST admits the person, or emails a
    confirmation link if the address must be confirmed first."""
    invitation = find_link(token)
    if invitation is None:
        return _join_page(
            request, None, _("This link does not work. Check that you copied all of it.")
        )
    user = browser_of(request).user
    address = confirmed_address(invitation, signed) if signed else ""
    problem = _problem_for(invitation, user)
    if signed and not address:
        problem = _("This link has expired or is incomplete. Open your original link again.")
    asks = _asks(invitation, user, address)
    if request.method != "POST" or problem or "decline" in request.POST:
        return _join_page(request, invitation, problem, asks=asks)
    if asks:
        return ask_for_address(request, invitation, token)
    return _enter(request, invitation, token, address)


def _enter(request: HttpRequest, invitation: Invitation, token: str, address: str) -> HttpResponse:
    """Admit the person to the link's batch, store their consent, log them in, and redirect to the
    batch's first page. If something prevents this, show the link's page with the reason."""
    user = browser_of(request).user
    door = _door(request, invitation)
    if not door.opens:
        return _join_page(request, invitation, status=422)
    try:
        if user is None and returning_guest(invitation) is None:
            count_try(request, action="join", account=f"link {invitation.pk}")
        joined = join_by_link(
            token=token, user=user, network=client_network(request), address=address
        )
    except ValidationError as refusal:
        return _join_page(request, invitation, " ".join(refusal.messages), status=429)
    except LinkRefused as refusal:
        return _join_page(request, invitation, str(refusal))
    let_in(request, person=joined.user, proof=joined.proof)
    door.agree(Enrolment.objects.get(batch=joined.batch, annotator=joined.user))
    return redirect(first_page(batch_id=joined.batch.pk, user=joined.user))


def _asks(invitation: Invitation, user: User | None, address: str) -> bool:
    if address or not needs_address(invitation, user):
        return False
    if user is not None:
        return not Enrolment.objects.filter(batch=invitation.batch_id, annotator=user).exists()
    return returning_guest(invitation) is None


def _problem_for(invitation: Invitation, user: User | None) -> str:
    """Return a sentence that says why the link does not admit this person, or "" if it does. People
    who have joined before can always come back."""
    if user is not None:
        mine = Enrolment.objects.filter(batch=invitation.batch_id, annotator=user)
        return "" if mine.exists() else link_problem(invitation)
    return "" if returning_guest(invitation) else link_problem(invitation)


def _join_page(
    request: HttpRequest,
    invitation: Invitation | None,
    problem: str = "",
    status: int = 0,
    *,
    asks: bool = False,
) -> TemplateResponse:
    batch = invitation.batch if invitation else None
    context: dict[str, object] = {"invitation": invitation, "batch": batch, "problem": problem}
    context["form"] = AddressForm() if asks else None
    context["declined"] = "decline" in request.POST
    if invitation is not None and batch is not None and not problem:
        spec = batch.rubric_version.spec
        context["rubric"] = in_language(spec, batch.language or get_language())
        context["comes_back"] = returning_guest(invitation) is not None
        # If an address is required, people give their consent on the page that the email links to.
        context["door"] = _door(request, invitation, asks_consent=not asks)
    code = status or (404 if invitation is None else 410 if problem else 200)
    return TemplateResponse(request, "recruiting/join.html", context, status=code)


def _door(request: HttpRequest, invitation: Invitation, *, asks_consent: bool = True) -> Door:
    """Return the first screen of the link's batch, filled with the posted answers. Raises Http404
    if the link is not for a batch."""
    batch = invitation.batch
    if batch is None:
        raise Http404
    if not asks_consent:
        return Door(batch, None, invitation.cap)
    guest = returning_guest(invitation)
    people = {*browser_of(request).people, *([guest.pk] if guest else [])}
    return door_of(batch, cap=invitation.cap, people=people, raw=request.POST.dict())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def come_back(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page of a guest's personal link. POST logs the guest in on this device."""
    guest = guest_of(token)
    user = guest.user if guest is not None and may_sign_in(guest.user) else None
    if guest is None or user is None or is_over(guest):
        context = {"guest": None, "is_over": user is not None}
        return TemplateResponse(request, "recruiting/come_back.html", context, status=404)
    if request.method != "POST":
        return TemplateResponse(request, "recruiting/come_back.html", {"guest": user})
    let_in(request, person=user, proof=Proof.LINK)
    return redirect("home")


@never_cache
@login_required
@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
def own_link(request: AnnotatorRequest) -> HttpResponse:
    """Show a guest's personal link, which the guest can save or renew, and a form for creating an
    account. Raises Http404 for people who are not guests."""
    guest = Guest.objects.filter(user=request.user, user__is_guest=True).first()
    if guest is None:
        raise Http404
    if "renew" in request.POST:
        return _renew(request)
    form = NewcomerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            account = make_account(user=request.user, **form.account())
        except NoAccount as refusal:
            form.add_error(None, str(refusal))
        else:
            update_session_auth_hash(request, account)
            messages.success(request, _("Account created. It includes all your work."))
            return redirect("own_work")
    token = own_token(guest)
    context = {
        "form": form,
        "link": request.build_absolute_uri(reverse("come_back", args=[token])) if token else "",
        "days": settings.GUEST_LINK_DAYS,
    }
    return TemplateResponse(request, "recruiting/own_link.html", context)


def _renew(request: AnnotatorRequest) -> HttpResponse:
    renew_link(user=request.user, except_hash=hash_of_this(request))
    remember_browser(request, Guest.objects.get(user=request.user))
    messages.success(request, _("You have a new personal link. The old link no longer works."))
    return redirect("own_link")
