"""A project's connection to its Prolific workspace: a token test and webhook subscriptions."""

from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urljoin

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.acts import record
from people.models import Act, User
from recruiting.prolific.api.client import Client, PanelError, Refused
from recruiting.prolific.api.shapes import SUBMISSION_EVENT
from recruiting.prolific.models import Workspace, label_of


class WorkspaceRefused(RateroomError):
    """Raised if the workspace was refused and not stored. `field` names the invalid field."""

    def __init__(self, what: str, *, where: str, remedy: str = "", field: str) -> None:
        super().__init__(what, where=where, remedy=remedy)
        self.field = field


@dataclass(frozen=True)
class Connection:
    """The result of connecting a workspace. `workspace` is the stored row. `hooked` says whether
    Prolific sends webhooks to this server. `problem` says what failed, or is ""."""

    workspace: Workspace
    hooked: bool = False
    problem: str = ""


def connect(*, workspace: Workspace, by: User, changed: Collection[str]) -> Connection:
    """Store a workspace, subscribe to its webhooks, and return the result. For an existing
    workspace, change only the fields in `changed`.

    A new token or workspace id is tested first. If Prolific cannot be reached, the workspace is
    stored without a test. Raises WorkspaceRefused.
    """
    _check(workspace)
    problem = ""
    if workspace.pk is None or {"token", "workspace_id"} & set(changed):
        problem = _tried(workspace)
    workspace = _stored(workspace, by, changed)
    if problem:
        return Connection(workspace, problem=problem)
    try:
        return Connection(workspace, hooked=subscribe(workspace=workspace))
    except RateroomError as error:
        return Connection(workspace, problem=str(error))


def _check(workspace: Workspace) -> None:
    if not workspace.sealed_token:
        raise WorkspaceRefused(_("Enter an API token first."), where=_("API token"), field="token")
    try:
        workspace.clean_fields(exclude=["project"])
    except ValidationError as error:
        name, messages = next(iter(error.message_dict.items()))
        raise WorkspaceRefused(messages[0], where=label_of(Workspace, name), field=name) from None


def _tried(workspace: Workspace) -> str:
    """Test the token and the workspace id at Prolific. Return a message that says why the test was
    not possible, or "". Raises WorkspaceRefused if Prolific refuses the token or the id."""
    trying = ("token", _("API token"))
    try:
        with Client(workspace.token) as client:
            client.account()
            trying = ("workspace_id", _("Workspace"))
            if workspace.workspace_id:
                client.workspace(workspace.workspace_id)
    except Refused as refusal:
        field, where = trying
        raise WorkspaceRefused(
            refusal.what,
            where=where,
            remedy=_("Nothing was stored. Copy the value from Prolific again."),
            field=field,
        ) from refusal
    except PanelError as error:
        return _("The token is stored, but we could not test it: %(why)s") % {"why": error.what}
    return ""


@transaction.atomic
def _stored(workspace: Workspace, by: User, changed: Collection[str]) -> Workspace:
    """Store the workspace, record the change in the activity log, and return the workspace. A new
    token or workspace id deletes the webhook secret, so that `subscribe` creates new
    subscriptions."""
    is_new = workspace.pk is None
    if is_new:
        workspace.save()
    else:
        workspace = _changed(workspace, changed)
    record(
        by,
        Act.Verb.CREATED if is_new else Act.Verb.AMENDED,
        workspace,
        after={"workspace": workspace.workspace_id},
    )
    return workspace


def _changed(sent: Workspace, names: Collection[str]) -> Workspace:
    workspace = Workspace.objects.select_for_update(no_key=True).get(pk=sent.pk)
    before = (workspace.token, workspace.workspace_id)
    for name in names:
        setattr(workspace, name, getattr(sent, name))
    if (workspace.token, workspace.workspace_id) != before:
        workspace.sealed_hook_secret = b""
    fields = {"sealed_token" if name == "token" else name for name in names}
    workspace.save(update_fields=[*fields, "sealed_hook_secret"])
    return workspace


def subscribe(*, workspace: Workspace) -> bool:
    """Subscribe to webhooks about submissions, unless there are subscriptions already. Return False
    if there is no workspace id, or if the site does not use HTTPS, which Prolific requires. Raises
    RateroomError if the subscription must be tried again later."""
    address = urljoin(settings.SITE_URL, reverse("prolific_hook", args=[workspace.pk]))
    if not address.startswith("https://") or not workspace.workspace_id:
        return False
    if workspace.sealed_hook_secret:
        return True
    try:
        _ask_for_hooks(workspace, address)
    except RateroomError:
        _store_secret(workspace, b"")
        raise
    return True


def _ask_for_hooks(workspace: Workspace, address: str) -> None:
    with Client(workspace.token) as client:
        workspace.hook_secret = client.make_hook_secret(workspace.workspace_id)
        # Store the secret first, because a webhook can arrive before the next line has run.
        _store_secret(workspace, bytes(workspace.sealed_hook_secret))
        client.subscribe(workspace.workspace_id, SUBMISSION_EVENT, address)


def _store_secret(workspace: Workspace, sealed: bytes) -> None:
    workspace.sealed_hook_secret = sealed
    workspace.save(update_fields=["sealed_hook_secret"])
