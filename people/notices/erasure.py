"""To annotators: their data are about to be erased. Values: days."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.notices.kind import Kind


def _title(_values: Mapping[str, object]) -> str:
    return _("Your data will be deleted")


def _text(values: Mapping[str, object]) -> str:
    return (
        _(
            "You have not worked here for a long time. In %(days)s days your name, address and "
            "login are erased, and what identifies you elsewhere. Whoever logs in before keeps "
            "them. You can download all that is kept, and keep your account, here:"
        )
        % values
    )


KIND = Kind("erasure", False, gettext_lazy("My data are about to be erased"), _title, _text)
