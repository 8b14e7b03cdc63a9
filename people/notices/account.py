"""The notification about security changes to a person's account. Its values are `name`, `event`,
`at` (ISO 8601), `left` (the number of unused recovery codes) and `to`. `to` is the email address at
the time of the event, because an intruder could change it later.

This notification cannot be switched off, because an intruder would switch it off first.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import StrEnum

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from people.notices.kind import Kind, Values


class Event(StrEnum):
    FACTOR_ADDED = "factor_added"
    FACTOR_REMOVED = "factor_removed"
    FACTORS_RESET = "factors_reset"
    CODES_MADE = "codes_made"
    CODE_USED = "code_used"
    ADDRESS_CHANGED = "address_changed"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - the name of an event


_WORDS: Mapping[Event, Callable[[Values], str]] = {
    Event.FACTOR_ADDED: lambda _values: _("A second factor was added to the account %(name)s."),
    Event.FACTOR_REMOVED: lambda _values: _(
        "A second factor was removed from the account %(name)s."
    ),
    Event.FACTORS_RESET: lambda _values: _(
        "The site administrator removed all second factors of the account %(name)s. Its "
        "password has not changed. Set up new factors under “Two-factor authentication”."
    ),
    Event.CODES_MADE: lambda _values: _(
        "New recovery codes were created for the account %(name)s. The old codes no longer work."
    ),
    Event.CODE_USED: lambda _values: _(
        "A recovery code of the account %(name)s was used. Codes left: %(left)d. You can "
        "create new codes under “Two-factor authentication”."
    ),
    Event.ADDRESS_CHANGED: lambda _values: _(
        "The email address of the account %(name)s was changed or removed. We no longer send "
        "emails about the account to this address."
    ),
    Event.PASSWORD_CHANGED: lambda _values: _(
        "The account %(name)s has a new password and was logged out on all other devices."
    ),
}


def _what(values: Values) -> str:
    return _WORDS[Event(values["event"])](values) % values


def _title(values: Values) -> str:
    return _what(values).partition(". ")[0].rstrip(".")


def _text(values: Values) -> str:
    at = datetime.fromisoformat(values["at"]).astimezone(UTC)
    when = _("%(time)s UTC") % {"time": date_format(at, "DATETIME_FORMAT")}
    advice = _(
        "If you did this or asked for it, you do not need to do anything. If not, someone else "
        "could have access to your account. Tell the site administrator. Then set a new "
        "password and log out unknown devices here:"
    )
    return "\n\n".join([_what(values), when, advice])


ACCOUNT = Kind("account", label="", title=_title, text=_text, always=True)
