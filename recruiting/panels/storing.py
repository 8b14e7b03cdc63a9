"""Storage of a panel's settings and signing secret."""

import re
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from urllib.parse import urlsplit

from django.db import transaction
from django.utils.translation import gettext as _

from core.database.field_checks import check_fields
from core.errors import FieldsError, Problem, RateroomError
from hits.batch_locks import lock_batch
from people.acts import record
from people.models import Act, User
from recruiting.models import Panel
from recruiting.panels.signing import secret_of


class PanelRefused(RateroomError):
    """Raised if the batch already has a panel with this name."""


TERMS = (
    "name",
    "person_parameter",
    "session_parameter",
    "other_parameters",
    "most_people",
    "cap",
    "newcomers_per_network",
    "unproven",
    "signed_entry",
)
Exits = Mapping[str, Mapping[str, str]]
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def check_exits(exits: Exits, parameters: Collection[str]) -> None:
    """Raise FieldsError if an exit has an invalid address or an unknown parameter. The error names
    the field `<outcome>_address`."""
    addresses = {f"{name}_address": parts.get("address", "") for name, parts in exits.items()}
    problems = [
        Problem(problem, field)
        for field, address in addresses.items()
        for problem in _problems(address, {*parameters, "code"})
    ]
    if problems:
        raise FieldsError(problems)


def _problems(address: str, names: Collection[str]) -> Iterator[str]:
    if address and not (address.startswith("https://") and urlsplit(address).hostname):
        yield _("Enter a full address that starts with https://, or leave it blank.")
    if unknown := [name for name in _PLACEHOLDER.findall(address) if name not in names]:
        yield _("The address has an unknown parameter, “%(name)s”.") % {"name": unknown[0]}


@transaction.atomic
def save_panel(*, panel: Panel, exits: Exits, by: User) -> Panel:
    """Store a new or changed panel, record this in the activity log of the batch, and return the
    panel. Raises FieldsError, and PanelRefused if the batch has another panel with this name."""
    lock_batch(panel.batch_id)
    if Panel.objects.filter(batch=panel.batch_id, name=panel.name).exclude(pk=panel.pk).exists():
        raise PanelRefused(_("The batch already has a panel with this name."), field="name")
    check_fields(panel, TERMS)
    check_exits(exits, panel.parameters)
    is_new = panel.pk is None
    panel.exits = {outcome: dict(parts) for outcome, parts in exits.items() if any(parts.values())}
    if is_new:
        panel.save(force_insert=True)
    else:
        changeable = [field.name for field in Panel._meta.concrete_fields if field.name != "id"]
        panel.save(update_fields=changeable)
    record(
        by,
        Act.Verb.CREATED if is_new else Act.Verb.AMENDED,
        panel.batch,
        after={
            "panel": panel.name,
            "people": panel.most_people,
            "HITs per person": panel.cap,
            "maximum new people per network": panel.newcomers_per_network,
            "known id from another browser": panel.unproven,
            "accept signed links only": panel.signed_entry,
        },
    )
    return panel


@transaction.atomic
def renew_secret(*, panel: Panel, key: str, by: User) -> str:
    """Replace the panel's signing secret, log this, and return the new secret. A repeat with the
    same `key` changes nothing and returns the same secret."""
    lock_batch(panel.batch_id)
    panel.signing_key = sha256(key.encode()).hexdigest()[:40]
    if Panel.objects.exclude(signing_key=panel.signing_key).filter(pk=panel.pk).exists():
        panel.save(update_fields=["signing_key"])
        record(
            by,
            Act.Verb.AMENDED,
            panel.batch,
            after={"panel": panel.name, "signing secret": "replaced"},
        )
    return secret_of(panel)
