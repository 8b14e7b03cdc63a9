"""The page that an invitation's link opens. The invitation is accepted only when the person presses
the page's button."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from people.access import CHOSEN
from people.invitations.granting import (
    InvitationRefused,
    accept_invitation,
    find_invitation,
    join_as_newcomer,
)
from people.models import Invitation, Membership, User
from people.sign_in.forms import NewcomerForm
from people.sign_in.views import institutions


@never_cache
@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the project and who sent the invitation, with a form for the current account or for a
    new account. POST accepts the invitation."""
    invited = find_invitation(token)
    if invited is None:
        return _page(request, None, _("This link does not work. Check that you copied all of it."))
    user = request.user
    is_member = isinstance(user, User) and _has(user, invited)
    if invited.problem and not is_member:
        return _page(request, invited, invited.problem)
    if isinstance(user, User):
        return _for_account(request, invited, token, user)
    return _for_newcomer(request, invited, token)


def _for_account(request: HttpRequest, invited: Invitation, token: str, user: User) -> HttpResponse:
    if request.method != "POST":
        return _page(request, invited)
    try:
        membership = accept_invitation(token=token, user=user)
    except InvitationRefused as error:
        return _page(request, invited, str(error))
    return _welcomed(request, invited, membership)


def _for_newcomer(request: HttpRequest, invited: Invitation, token: str) -> HttpResponse:
    form = NewcomerForm(request.POST or None, initial={"email": invited.address})
    if request.method != "POST" or not form.is_valid():
        return _page(request, invited, form=form)
    try:
        user = join_as_newcomer(token=token, **form.account())
    except InvitationRefused as error:
        form.add_error(None, str(error))
        return _page(request, invited, form=form)
    login(request, user)
    return _welcomed(request, invited, user.memberships.first())


def _has(user: User, invited: Invitation) -> bool:
    if not invited.role:
        return user.is_staff
    return invited.project.memberships.filter(user=user).exists()


def _welcomed(
    request: HttpRequest, invited: Invitation, membership: Membership | None
) -> HttpResponse:
    """Add a welcome message, select the invitation's project, and redirect to researchers'
    pages."""
    if membership is None or not invited.role:
        messages.success(request, _("Welcome. Create a project to start."))
        return _to_the_desk()
    messages.success(
        request,
        _("Welcome to %(project)s. Your role: %(role)s.")
        % {"project": membership.project, "role": membership.get_role_display()},
    )
    request.session[CHOSEN] = membership.project_id
    return _to_the_desk()


def _to_the_desk() -> HttpResponse:
    response = redirect("admin:index")
    response.status_code = 303
    return response


def _page(
    request: HttpRequest,
    invited: Invitation | None,
    problem: str = "",
    form: NewcomerForm | None = None,
) -> TemplateResponse:
    context = {
        "invitation": invited,
        "problem": problem,
        "form": form,
        "institutions": institutions(),
        "next": request.path,
    }
    status = 404 if invited is None else 410 if problem else 200
    return TemplateResponse(request, "account/invitation.html", context, status=status)
