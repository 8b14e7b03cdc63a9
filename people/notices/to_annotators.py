"""Notifications to annotators."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.notices.kind import Kind, Values, filled


def _objection_answered(values: Values) -> str:
    outcome = (
        _("Upheld. Your responses in %(batch)s count and are paid.")
        if values["granted"]
        else _("Dismissed. Your responses in %(batch)s stay rejected.")
    )
    return "\n\n".join(part for part in (outcome % values, values["answer"]) if part)


# Responses of theirs were reviewed. Values: batch, approved, rejected.
DECISION = Kind(
    "decision",
    label=gettext_lazy("My answers are approved or rejected"),
    title=filled(gettext_lazy("Your answers in %(batch)s were reviewed")),
    text=filled(
        gettext_lazy(
            "Your responses in %(batch)s: %(approved)d approved and paid, %(rejected)d rejected. "
            "You can read the reasons for rejections, and appeal, on the page below:"
        )
    ),
)
# Their appeal was decided. Values: batch, granted, answer.
OBJECTION_ANSWERED = Kind(
    "objection_answered",
    label=gettext_lazy("My appeal is decided"),
    title=filled(gettext_lazy("Your appeal in %(batch)s was answered")),
    text=_objection_answered,
)
# A researcher has replied. Values: batch.
MESSAGE_ANSWERED = Kind(
    "message_answered",
    label=gettext_lazy("A researcher writes to me"),
    title=filled(gettext_lazy("A message about %(batch)s")),
    text=filled(gettext_lazy("The researcher of %(batch)s has written to you. Read it here:")),
)
# Their data are about to be deleted. Values: days.
ERASURE = Kind(
    "erasure",
    label=gettext_lazy("My data will be deleted soon"),
    title=filled(gettext_lazy("Your data will be deleted")),
    text=filled(
        gettext_lazy(
            "You have not worked here for a long time. In %(days)s days we will delete your "
            "name, address, login and other identifying data. To keep your account, log in "
            "before then. You can also download your data here:"
        )
    ),
)
# A project has listed their address, and they need to confirm it. Values: address.
CONFIRM_ADDRESS = Kind(
    "confirm_address",
    label="",
    title=filled(gettext_lazy("Confirm your email address")),
    text=filled(
        gettext_lazy(
            "You have been invited to work on Rateroom under the address %(address)s. Confirm that "
            "it is yours, and you will see the batches that you were invited to:"
        )
    ),
    always=True,
)
