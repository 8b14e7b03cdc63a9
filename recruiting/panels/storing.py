"""Storing a panel's settings."""

from collections.abc import Mapping
from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batch_locks import lock_batch
from people.acts import record
from people.models import Act, User
from recruiting.models import Panel
from recruiting.panels.signing import secret_of


class PanelRefused(RateroomError):
    """The batch has a panel of this name already."""


@transaction.atomic
def save_panel(*, panel: Panel, exits: Mapping[str, Mapping[str, str]], by: User) -> Panel:
    """Store a new panel or a changed one, checked by its form; noted as an act of the batch.
    Raises PanelRefused where the batch has another of its name."""
    lock_batch(panel.batch_id)
    if Panel.objects.filter(batch=panel.batch_id, name=panel.name).exclude(pk=panel.pk).exists():
        raise PanelRefused(
            _("The batch has this panel already."), where="name", remedy=_("Change that one.")
        )
    is_new = panel.pk is None
    panel.exits = {outcome: dict(parts) for outcome, parts in exits.items()}
    if is_new:
        panel.save(force_insert=True)
    else:
        changeable = [field.name for field in Panel._meta.concrete_fields if field.name != "id"]
        panel.save(update_fields=changeable)
    record(
        actor=by,
        verb=Act.Verb.CREATED if is_new else Act.Verb.AMENDED,
        subject=panel.batch,
        project_id=panel.batch.project_id,
        after={
            "panel": panel.name,
            "people": panel.most_people,
            "HITs per person": panel.cap,
            "known id from another browser": panel.unproven,
            "only signed addresses": panel.signed_entry,
        },
    )
    return panel


@transaction.atomic
def renew_secret(*, panel: Panel, key: str, by: User) -> str:
    """Replace the secret that the panel signs with, and return it. The same `key` again: the same
    secret."""
    lock_batch(panel.batch_id)
    panel.signing_key = sha256(key.encode()).hexdigest()[:40]
    if Panel.objects.exclude(signing_key=panel.signing_key).filter(pk=panel.pk).exists():
        panel.save(update_fields=["signing_key"])
        record(
            actor=by,
            verb=Act.Verb.AMENDED,
            subject=panel.batch,
            project_id=panel.batch.project_id,
            after={"panel": panel.name, "signing secret": "replaced"},
        )
    return secret_of(panel)
