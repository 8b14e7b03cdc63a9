"""Storing a panel's settings."""

from collections.abc import Mapping

from django.db import transaction

from people.acts import record
from people.models import Act, User
from recruiting.models import Panel


@transaction.atomic
def save_panel(*, panel: Panel, exits: Mapping[str, Mapping[str, str]], by: User) -> Panel:
    """Store a new panel or a changed one, checked by its form; noted as an act of the batch."""
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
        after={"panel": panel.name, "people": panel.most_people, "HITs per person": panel.cap},
    )
    return panel
