"""Pages about projects: the list of the user's projects, the form for a new project, and the page
of a project's members."""

from django.conf import settings
from django.contrib import messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.database.aggregates import number_of
from core.database.keyset import LATEST_FIRST, PER_PAGE, Cursor, Key, Window, cursor_of, window
from desk import shown_once
from desk.asking import asks_first
from desk.members.forms import ROLES, InvitationForm, ProjectForm, RoleForm
from desk.pages import Question
from desk.refusals import refusals_in, refusals_shown
from hits.models import Batch
from people.access import CHOSEN, owns, project_for_member, project_for_owner, projects_of, user_of
from people.factors.confirmation import ask_to_confirm, is_confirmed, typed_before, typed_in
from people.invitations.granting import invite, revoke_invitation
from people.logins.ending import end_sessions
from people.members import change_role, create_project, end_role, members_window
from people.models import Invitation, Membership, Project
from people.sessions import hash_of_this
from people.tasks import mail_invitation
from stimuli.room import room_of

BY_NAME = (Key("name"), Key("pk"))


def projects_with_role(request: HttpRequest) -> QuerySet[Project]:
    """Return the user's projects with `role`, `people` and `batch_count`. `role` is None for a
    superuser without a role."""
    mine = Membership.objects.filter(project=OuterRef("pk"), user=user_of(request))
    return projects_of(request).annotate(
        role=Subquery(mine.values("role")),
        people=number_of(Membership.objects.filter(project=OuterRef("pk")), by="project"),
        batch_count=number_of(Batch.objects.filter(project=OuterRef("pk")), by="project"),
    )


def invitations_window(project: Project, cursor: Cursor | None) -> Window:
    """Return a page of the invitations to the project, newest first. Invitations to a batch are
    left out."""
    invitations = project.invitations.filter(batch=None).select_related("created_by")
    return window(invitations, LATEST_FIRST, cursor, size=PER_PAGE)


LINK_COOKIE = "invitation_link"
INVITATION, ROLE = "invitation", "role"  # names of the forms whose values wait for a confirmation
OWNER = Membership.Role.OWNER


def projects_page(request: HttpRequest, frame: dict[str, object]) -> TemplateResponse:
    """Show the user's projects with the user's role in each. `?archived=1` shows archived
    projects."""
    archived = request.GET.get("archived") == "1"
    rows = projects_with_role(request).filter(archived_at__isnull=not archived)
    context = {
        **frame,
        "title": _("Projects"),
        "window": window(rows, BY_NAME, cursor_of(request.GET), size=PER_PAGE),
        "kept": "archived=1&" if archived else "",
        "archived": archived,
    }
    return TemplateResponse(request, "desk/projects.html", context)


def new_project(request: HttpRequest, frame: dict[str, object]) -> HttpResponse:
    """Show the form for a new project, or create the project. Its creator becomes its owner, and
    the project becomes the chosen one."""
    form = ProjectForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, "name"):
            project = create_project(project=form.save(commit=False), by=user_of(request))
            request.session[CHOSEN] = project.pk
            messages.success(request, _("“%(name)s” created.") % {"name": project})
            return redirect("admin:index")
    context = {**frame, "title": _("New project"), "form": form}
    return TemplateResponse(request, "desk/project_new.html", context)


def project_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the project's members and, to owners, its invitations. Owners can change both."""
    project = project_for_member(user_of(request), pk)
    form = InvitationForm(initial=typed_before(request, INVITATION))
    response = _page(request, frame, project, form)
    shown_once.delete_token(request, response, LINK_COOKIE, path=_address(project))
    return response


def _page(
    request: HttpRequest, frame: dict[str, object], project: Project, form: InvitationForm
) -> TemplateResponse:
    is_owner = owns(user_of(request), project)
    token = shown_once.read_token(request, LINK_COOKIE) if is_owner else ""
    members, members_page = members_window(project, cursor_of(request.GET, "members_"))
    context = {
        **frame,
        "title": str(project),
        "project": project,
        "is_owner": is_owner,
        "members": members,
        "members_page": members_page,
        "roles": ROLES,
        "chosen": typed_before(request, ROLE),
        "invitations": invitations_window(project, cursor_of(request.GET)) if is_owner else None,
        "list_address": _address(project),
        "form": form,
        "link": request.build_absolute_uri(reverse("invitation", args=[token])) if token else "",
        "mail_server": bool(settings.EMAIL_URL),
        "room": room_of(project),
    }
    return TemplateResponse(request, "desk/project.html", context)


def _asks_for_end(request: HttpRequest, pk: int, user_pk: int) -> Question | None:
    project = project_for_owner(user_of(request), pk)
    if request.POST.get("action") != "end":
        return None
    membership = get_object_or_404(project.memberships.select_related("user"), user=user_pk)
    return Question(
        _("Remove %(name)s from the project?") % {"name": membership.user},
        [_("The person can no longer see the project. Their work and account are kept.")],
        _("Remove from the project"),
        takes=True,
        back=str(project),
        back_address=_address(project),
    )


@asks_first(_asks_for_end)
def set_role(request: HttpRequest, pk: int, user_pk: int) -> HttpResponseBase:
    """Change a member's role, or remove the member from the project. To make someone an owner, the
    user must first confirm who they are."""
    project = project_for_owner(user_of(request), pk)
    form = RoleForm(request.POST)
    if request.POST.get("role") == OWNER and not is_confirmed(request):
        chosen = {"person": user_pk, "role": OWNER}
        return ask_to_confirm(request, back=_address(project), name=ROLE, typed=chosen)
    with refusals_shown(request):
        if request.POST.get("action") == "end":
            if end_role(project=project, user_id=user_pk, by=user_of(request)):
                messages.success(
                    request,
                    _("The person can no longer see the project. Their work and account are kept."),
                )
        elif form.is_valid() and change_role(
            project=project, user_id=user_pk, role=form.cleaned_data["role"], by=user_of(request)
        ):
            messages.success(request, _("Saved."))
    # People who have left the project can no longer see it.
    if owns(user_of(request), project) or user_pk != user_of(request).pk:
        return redirect("admin:project", pk)
    return redirect("admin:projects")


@require_POST
def end_member_sessions(request: HttpRequest, pk: int, user_pk: int) -> HttpResponse:
    """Log a member out of all devices, at an owner's request. Owners who log themselves out stay
    logged in on the current device. Raises Http404 if the person is not a member."""
    project = project_for_owner(user_of(request), pk)
    membership = get_object_or_404(project.memberships.select_related("user"), user=user_pk)
    by, person = user_of(request), membership.user
    this = hash_of_this(request) if person == by else ""
    number = end_sessions(user=person, by=by, except_hash=this)
    words = ngettext("%(number)d device logged out.", "%(number)d devices logged out.", number)
    messages.success(request, words % {"number": number})
    return redirect("admin:project", pk)


def invite_member(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponseBase:
    """Create an invitation, email it if it has an address, and redirect to the project's page,
    which shows the link once. To invite an owner, the user must first confirm who they are."""
    project = project_for_owner(user_of(request), pk)
    if request.method != "POST":
        return redirect("admin:project", pk)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _page(request, frame, project, form)
    if form.cleaned_data["role"] == OWNER and not is_confirmed(request):
        typed = typed_in(form)
        return ask_to_confirm(request, back=_address(project), name=INVITATION, typed=typed)
    invitation, token = invite(
        project=project, by=user_of(request), language=get_language() or "en", **form.cleaned_data
    )
    if invitation.address and settings.EMAIL_URL:
        mail_invitation.delay(invitation.pk)
    response = redirect("admin:project", pk)
    shown_once.store_token(response, LINK_COOKIE, token, path=_address(project))
    return response


def _asks_for_invitation(request: HttpRequest, pk: int, invitation_pk: int) -> Question:
    project = project_for_owner(user_of(request), pk)
    get_object_or_404(Invitation, pk=invitation_pk, project=project)
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
        back=str(project),
        back_address=_address(project),
    )


@asks_first(_asks_for_invitation)
def take_back(request: HttpRequest, pk: int, invitation_pk: int) -> HttpResponse:
    project = project_for_owner(user_of(request), pk)
    if revoke_invitation(project=project, invitation_id=invitation_pk, by=user_of(request)):
        messages.success(request, _("Link revoked. No one new can join with it."))
    return redirect("admin:project", pk)


def _address(project: Project) -> str:
    return reverse("admin:project", args=[project.pk])
