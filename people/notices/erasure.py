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
            "You have not worked here for a long time. In %(days)s days we will delete your "
            "name, address, login and other identifying data. To keep your account, log in "
            "before then. You can also download your data here:"
        )
        % values
    )


KIND = Kind("erasure", False, gettext_lazy("My data are about to be erased"), _title, _text)
