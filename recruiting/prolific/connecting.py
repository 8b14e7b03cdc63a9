"""A project's workspace at Prolific: stored, and its web hooks asked for."""

from collections.abc import Collection
from urllib.parse import urljoin

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from people.acts import record
from people.models import Act, User
from recruiting.prolific.api.client import Client
from recruiting.prolific.api.shapes import SUBMISSION_EVENT
from recruiting.prolific.models import Workspace
from tabular.errors import RateroomError


@transaction.atomic
def connect(*, workspace: Workspace, by: User, changed: Collection[str]) -> Workspace:
    """Store a workspace, checked by its form; of one that there was no more than the form's fields
    in `changed`. With another token or workspace its web hooks are to be asked for anew."""
    is_new = workspace.pk is None
    if is_new:
        workspace.save()
    else:
        workspace = _changed(workspace, changed)
    record(
        actor=by,
        verb=Act.Verb.CREATED if is_new else Act.Verb.AMENDED,
        subject=workspace,
        project_id=workspace.project_id,
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
    """Have Prolific send web hooks about submissions here, unless it does already. False where this
    server has no HTTPS address, which Prolific asks for: then looking once a minute is all. Raises
    PanelError; it is asked again the next time."""
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
        # Stored first: a hook may come before the next line is reached.
        _store_secret(workspace, bytes(workspace.sealed_hook_secret))
        client.subscribe(workspace.workspace_id, SUBMISSION_EVENT, address)


def _store_secret(workspace: Workspace, sealed: bytes) -> None:
    workspace.sealed_hook_secret = sealed
    workspace.save(update_fields=["sealed_hook_secret"])
