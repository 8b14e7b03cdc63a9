"""The kinds of notification that annotators receive, with their texts."""

from django.utils.translation import gettext_lazy as _

from people.notices.kind import Kind, Values


def _objection_answered(values: Values) -> str:
    outcome = (
        _("Appeal upheld. Your response in %(batch)s was approved.")
        if values["granted"]
        else _("Appeal dismissed. Your response in %(batch)s stays rejected.")
    )
    return "\n\n".join(part for part in (outcome % values, values["answer"]) if part)


TO_ANNOTATORS = (
    # Responses of theirs were reviewed. Values: batch, approved, rejected.
    Kind(
        "decision",
        label=_("My responses are approved or rejected"),
        title=_("Your responses in %(batch)s were reviewed"),
        text=_(
            "Your responses in %(batch)s: %(approved)d approved, %(rejected)d rejected. You "
            "can read the reasons for rejections, and appeal, on this page:"
        ),
    ),
    # Their appeal was decided. Values: batch, granted, answer.
    Kind(
        "objection_answered",
        label=_("My appeal is decided"),
        title=_("Your appeal in %(batch)s was decided"),
        text=_objection_answered,
    ),
    # A researcher has replied. Values: batch.
    Kind(
        "message_answered",
        label=_("A researcher writes to me"),
        title=_("A message about %(batch)s"),
        text=_("The researcher of %(batch)s has written to you. Read the message here:"),
    ),
    # Their data are about to be deleted. Values: days.
    Kind(
        "erasure",
        label=_("My data will be deleted soon"),
        title=_("Your data will be deleted"),
        text=_(
            "You have not worked here for a long time. In %(days)s days we will delete your "
            "name, address, login and other identifying data. To keep your account, log in "
            "before then. You can also download your data here:"
        ),
    ),
    # A project has listed their address, and they need to confirm it. Values: address.
    Kind(
        "confirm_address",
        label="",
        title=_("Confirm your email address"),
        text=_(
            "You have been invited to work on Rateroom under the address %(address)s. Confirm that "
            "it is yours, and you will see the batches that you were invited to:"
        ),
        always=True,
    ),
)
