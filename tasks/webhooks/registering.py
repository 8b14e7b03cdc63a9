"""Functions that register, change and delete an endpoint, and rotate its secret."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import DocumentError, Problem
from core.outbound.addresses import AddressRefused
from people.acts import record
from people.models import Act, Project, User
from tasks.webhooks.calling import check_address
from tasks.webhooks.models import CHOICES, URL_LENGTH, Endpoint, Kind
from tasks.webhooks.signing import new_secret

MOST_ENDPOINTS = 10  # maximum per project
MOST_PERCENTAGES = 20
PERCENTAGES = range(1, 101)
FORMER_HOURS = 24  # hours during which a former secret is also used to sign
NAME_LENGTH = 80


@dataclass(frozen=True)
class Terms:
    """The settings of an endpoint. `percentages` are numbers from 1 to 100, and are only allowed if
    progress is one of the endpoint's kinds of events."""

    name: str
    url: str
    kinds: Iterable[str]
    percentages: Iterable[int] = ()

    @cached_property
    def values(self) -> dict[str, object]:
        """Return the values for the endpoint's row. Raises DocumentError, which gives each problem
        with the name of its field.

        Resolving the URL's host can take seconds, so do not call this method while rows are locked.
        """
        choices = {value for value, _label in CHOICES}
        kinds = [value for value, _label in CHOICES if value in set(self.kinds)]
        percentages = sorted(set(self.percentages)) if Kind.PROGRESS in kinds else []
        problems = [*_of_text(self.name, self.url)]
        if not kinds or set(self.kinds) - choices:
            names = ", ".join(value for value, _label in CHOICES)
            problems.append(Problem(_("Choose from: %(names)s.") % {"names": names}, "kinds"))
        if Kind.PROGRESS in kinds and not percentages:
            what = _("Enter whole numbers separated by commas, for example 50, 100.")
            problems.append(Problem(what, "percentages"))
        in_range = all(at in PERCENTAGES for at in percentages)
        if len(percentages) > MOST_PERCENTAGES or not in_range:
            what = _("Enter at most %(most)d percentages, each a whole number from 1 to 100.")
            problems.append(Problem(what % {"most": MOST_PERCENTAGES}, "percentages"))
        if problems:
            raise DocumentError(document=_("Webhooks"), problems=problems)
        return {
            "name": self.name.strip(),
            "url": self.url.strip(),
            "kinds": kinds,
            "percentages": percentages,
        }


def _of_text(name: str, url: str) -> Iterable[Problem]:
    if not name.strip() or len(name) > NAME_LENGTH:
        yield Problem(
            _("Enter a name of at most %(most)d characters.") % {"most": NAME_LENGTH}, "name"
        )
    if len(url) > URL_LENGTH:
        yield Problem(_("Write at most %(most)d characters.") % {"most": URL_LENGTH}, "url")
        return
    try:
        check_address(url.strip())
    except AddressRefused as refusal:
        yield Problem(refusal.what, "url", remedy=refusal.remedy)


def register_endpoint(*, project: Project, terms: Terms, key: str, by: User) -> Endpoint:
    """Create an endpoint with a new secret, and log this. A repeated call with the same `key`
    returns the same endpoint. Raises DocumentError."""
    existing = Endpoint.objects.filter(project=project, key=key).first()
    return existing or _register(project, terms.values, key, by)


@transaction.atomic
def _register(project: Project, values: Mapping[str, object], key: str, by: User) -> Endpoint:
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if existing := Endpoint.objects.filter(project=project, key=key).first():
        return existing
    if project.webhooks.count() >= MOST_ENDPOINTS:
        raise DocumentError.one(
            _("Webhooks"),
            _("A project can have at most %(most)d webhooks.") % {"most": MOST_ENDPOINTS},
        )
    endpoint = Endpoint(project=project, key=key, **values)
    endpoint.secret = new_secret()
    endpoint.save(force_insert=True)
    record(by, Act.Verb.CREATED, endpoint, after=_in_words(endpoint, ("kinds", "percentages")))
    return endpoint


def change_endpoint(*, endpoint: Endpoint, terms: Terms, by: User) -> bool:
    """Change the endpoint's settings, and log this. Return False if nothing changes. Raises
    DocumentError."""
    return _change(endpoint, terms.values, by)


@transaction.atomic
def _change(endpoint: Endpoint, values: Mapping[str, object], by: User) -> bool:
    row = Endpoint.objects.select_for_update(no_key=True).get(pk=endpoint.pk)
    before = {name: getattr(row, name) for name in values}
    if before == values:
        return False
    for name, value in values.items():
        setattr(row, name, value)
        setattr(endpoint, name, value)
    row.save(update_fields=list(values))
    changed = [name for name in values if values[name] != before[name]]
    record(by, Act.Verb.HOOK_CHANGED, row, after=_in_words(row, changed))
    return True


@transaction.atomic
def rotate_secret(*, endpoint: Endpoint, key: str, by: User) -> Endpoint:
    """Give the endpoint a new secret, log this, and return the endpoint. For FORMER_HOURS, events
    are also signed with the former secret. A repeated call with the same `key` changes nothing."""
    row = Endpoint.objects.select_for_update(no_key=True).get(pk=endpoint.pk)
    if row.rotation_key == key:
        return row
    row.sealed_former, row.rotation_key = row.sealed_secret, key
    row.former_until = timezone.now() + timedelta(hours=FORMER_HOURS)
    row.secret = new_secret()
    row.save(update_fields=["sealed_secret", "sealed_former", "former_until", "rotation_key"])
    record(by, Act.Verb.HOOK_ROTATED, row)
    return row


@transaction.atomic
def delete_endpoint(*, endpoint: Endpoint, by: User) -> None:
    """Delete the endpoint with its deliveries and attempts. The deletion is recorded in the
    activity log."""
    # Lock the endpoint first, like the code that records the result of a call.
    Endpoint.objects.select_for_update().filter(pk=endpoint.pk).first()
    record(by, Act.Verb.DELETED, endpoint)
    Endpoint.objects.filter(pk=endpoint.pk).delete()


def _in_words(endpoint: Endpoint, names: Iterable[str]) -> dict[str, str]:
    """Return the settings in words for the activity log. Only the host of the URL is included,
    because the rest can be a secret of the receiver."""
    texts = {
        "name": ("name", endpoint.name),
        "url": ("address", endpoint.host),
        "kinds": ("events", ", ".join(endpoint.kinds)),
        "percentages": ("percentages", ", ".join(map(str, endpoint.percentages))),
    }
    return dict(texts[name] for name in names)
