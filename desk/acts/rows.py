"""Rows of the Activity page: changes as text, and the URL of the changed object's page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from core.database.keyset import LATEST_FIRST, PER_PAGE, Cursor, Window, window
from hits.models import Batch, Qualification
from hits.states import State
from people.models import Act, Membership, Project
from tasks.webhooks.models import Endpoint

# Objects with a page of their own; a person is only named.
PAGES = {
    Batch._meta.label_lower: "admin:batch_running",
    Project._meta.label_lower: "admin:project_settings",
    Qualification._meta.label_lower: "admin:qualification",
    Endpoint._meta.label_lower: "admin:webhook",
}
WORDS: Mapping[str, str | Promise] = {
    "address": _("Address"),
    "amount": _("Amount"),
    "annotator": _("Annotator"),
    "annotators": _("annotators per HIT"),
    "answers": _("Answers"),
    "batch": _("Batch"),
    "because": _("Reason"),
    "cost": _("Cost"),
    "cost_cap": _("maximum cost"),
    "degraded": _("Degraded copies"),
    "deliveries": _("Deliveries"),
    "events": _("Events"),
    "file": _("file"),
    "hits": _("HITs"),
    "items": _("Items"),
    "name": _("Name"),
    "people": _("People"),
    "percentages": _("Percentages"),
    "pilot": _("Pilot"),
    "price_in": _("price per million input tokens"),
    "price_out": _("price per million output tokens"),
    "qualification required": _("qualification required"),
    "reason": _("Reason"),
    "role": _("Role"),
    "rule": _("Rule"),
    "rules_sha256": "SHA-256",
    "exclude": _("Exclude"),
    "reject": _("Reject"),
    "seconds": _("time limit, in seconds"),
    "state": _("State"),
    "systems": _("Systems"),
    "test": _("Test"),
    "token_cap": _("maximum tokens"),
    "training": _("Training"),
    "withdrawn": _("Cancelled"),
    "reports": _("Problem reports"),
    "paid to reporters": _("Paid to annotators"),
}
SHOWN_OF_HASH = 12
FROM_TO = frozenset({"seconds"})
SUMS = frozenset({"amount", "cost"})
VALUES: Mapping[str, Mapping[str, str | Promise]] = {
    "role": dict(Membership.Role.choices),
    "state": dict(State.choices) | dict(Batch.State.choices),
    "because": {
        "by hand": _("by hand"),
        "gone": _("The receiver no longer exists (410)."),
        "failing": _("All deliveries have failed for several days."),
    },
}


@dataclass(frozen=True)
class Change:
    """A value before and after an act. A missing value is None. `currency` is "" unless the values
    are amounts of money."""

    word: str | Promise
    before: Any
    after: object
    currency: str = ""


@dataclass(frozen=True)
class ActRow:
    act: Act
    changes: tuple[Change, ...]

    @property
    def token_name(self) -> str:
        """Return the name of the API token used, or "#" and its id if the token was deleted."""
        return self.act.token.name if self.act.token else f"#{self.act.token_id}"

    @property
    def address(self) -> str:
        """Return the URL of the object's page, or "" if it has no page or was deleted."""
        route = PAGES.get(self.act.subject_type)
        gone = self.act.verb == Act.Verb.DELETED
        return reverse(route, args=[self.act.subject_id]) if route and not gone else ""


def act_page(acts: QuerySet[Act], cursor: Cursor | None) -> Window:
    """Return a page of `acts` as ActRows, newest first, with one query."""
    page = window(
        acts.select_related("actor", "project", "token"), LATEST_FIRST, cursor, size=PER_PAGE
    )
    return replace(page, rows=[ActRow(act, tuple(_changes(act))) for act in page.rows])


def latest_acts(acts: QuerySet[Act], most: int) -> list[ActRow]:
    """Return at most `most` of the `acts` as ActRows, newest first, with one query."""
    latest = acts.select_related("actor", "project", "token").order_by("-pk")[:most]
    return [ActRow(act, tuple(_changes(act))) for act in latest]


def _changes(act: Act) -> Iterator[Change]:
    before, after = act.before or {}, act.after or {}
    for name in {**before, **after}:
        word = capfirst(WORDS.get(name, name.replace("_", " ")))
        old, new = before.get(name), after.get(name)
        if name in SUMS and act.project is not None:
            yield Change(word, _sum(old), _sum(new), act.project.currency)
        else:
            yield Change(word, _in_words(name, old), _in_words(name, new))


def _sum(value: str | None) -> Decimal | None:
    return None if value is None else Decimal(value)


def _in_words(name: str, value: object) -> object:
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if isinstance(value, str) and name.endswith("sha256"):
        return f"{value[:SHOWN_OF_HASH]}…"
    if isinstance(value, list):
        return (" → " if name in FROM_TO else ", ").join(map(str, value))
    return VALUES.get(name, {}).get(value, value) if isinstance(value, str) else value
