"""To annotators: a project has put their address on a list, and they confirm that it is theirs.
Values: address."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.notices.kind import Kind


def _title(_values: Mapping[str, object]) -> str:
    return _("Confirm your email address")


def _text(values: Mapping[str, object]) -> str:
    return (
        _(
            "You have been invited to work on Rateroom under the address %(address)s. Confirm that "
            "it is yours, and you will see the batches that you were invited to:"
        )
        % values
    )


KIND = Kind(
    "confirm_address",
    for_researchers=False,
    label=gettext_lazy("I am invited under an address that I have not confirmed"),
    title=_title,
    text=_text,
    always=True,
)
