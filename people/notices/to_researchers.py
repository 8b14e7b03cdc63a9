"""The kinds of notification that researchers receive, with their texts."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from people.notices.kind import Kind, Values


def _money_out(values: Values) -> str:
    text = ngettext(
        "The payout list %(name)s pays %(people)d person %(total)s %(currency)s:",
        "The payout list %(name)s pays %(people)d people %(total)s %(currency)s in total:",
        values["people"],
    )
    return text % values


TO_RESEARCHERS = (
    # Every HIT of a batch has its responses. Values: batch.
    Kind(
        "batch_done",
        label=_("A batch is done"),
        title=_("%(batch)s is done"),
        text=_("All responses to %(batch)s are in. Review them here:"),
    ),
    # An annotator appeals a rejection. Values: batch.
    Kind(
        "objection",
        label=_("An annotator has appealed a rejection"),
        title=_("An appeal in %(batch)s"),
        text=_(
            "An annotator has appealed a rejection in %(batch)s and is waiting for your decision:"
        ),
    ),
    # An annotator has sent a message. Values: batch, pseudonym.
    Kind(
        "message",
        label=_("An annotator writes to me"),
        title=_("A message about %(batch)s"),
        text=_("%(pseudonym)s, who works on %(batch)s, has written to you. Read and reply:"),
    ),
    # A judge run has stopped. Values: run, batch, reason.
    Kind(
        "judge_run_failed",
        label=_("A judge run has stopped"),
        title=_("A judge run has stopped"),
        text=_(
            "%(run)s on %(batch)s has stopped: %(reason)s All replies so far are stored. View "
            "the run here:"
        ),
    ),
    # A payout was recorded. Values: project, people, total, currency, name.
    Kind(
        "money_out",
        label=_("A payout was recorded"),
        title=_("%(project)s: %(total)s %(currency)s paid out"),
        text=_money_out,
    ),
    # A webhook was switched off because deliveries failed. Values: webhook, project, days.
    Kind(
        "webhook_off",
        label=_("A webhook is switched off"),
        title=_("%(project)s: the webhook %(webhook)s is switched off"),
        text=_(
            "The receiver no longer exists (410), or has not received anything for %(days)d "
            "days. Fix the receiver, then switch the webhook on again and resend the failed "
            "deliveries:"
        ),
    ),
)
