"""Notifications to researchers."""

from django.utils.translation import gettext_lazy, ngettext

from people.notices.kind import Kind, Values, filled


def _money_out(values: Values) -> str:
    text = ngettext(
        "The list %(name)s pays %(people)d person %(total)s %(currency)s:",
        "The list %(name)s pays %(people)d people %(total)s %(currency)s in all:",
        values["people"],
    )
    return text % values


# Every HIT of a batch has its responses. Values: batch.
BATCH_DONE = Kind(
    "batch_done",
    label=gettext_lazy("A batch is done"),
    title=filled(gettext_lazy("%(batch)s is done")),
    text=filled(gettext_lazy("All HITs of %(batch)s have their responses. Review them here:")),
    for_researchers=True,
)
# An annotator appeals a rejection. Values: batch.
OBJECTION = Kind(
    "objection",
    label=gettext_lazy("An annotator has appealed a rejection"),
    title=filled(gettext_lazy("An appeal in %(batch)s")),
    text=filled(
        gettext_lazy(
            "An annotator has appealed a rejection in %(batch)s and is waiting for your decision:"
        )
    ),
    for_researchers=True,
)
# An annotator has sent a message. Values: batch, pseudonym.
MESSAGE = Kind(
    "message",
    label=gettext_lazy("An annotator writes to me"),
    title=filled(gettext_lazy("A message about %(batch)s")),
    text=filled(
        gettext_lazy("%(pseudonym)s, who works in %(batch)s, has written to you. Read and answer:")
    ),
    for_researchers=True,
)
# A judge run has stopped. Values: run, batch, reason.
JUDGE_RUN_FAILED = Kind(
    "judge_run_failed",
    label=gettext_lazy("A judge run has stopped"),
    title=filled(gettext_lazy("A judge run has stopped")),
    text=filled(
        gettext_lazy(
            "%(run)s on %(batch)s has stopped: %(reason)s All replies so far are stored. View it "
            "here:"
        )
    ),
    for_researchers=True,
)
# A payout was recorded. Values: project, people, total, currency, name.
MONEY_OUT = Kind(
    "money_out",
    label=gettext_lazy("Money is paid out"),
    title=filled(gettext_lazy("%(project)s: %(total)s %(currency)s paid out")),
    text=_money_out,
    for_researchers=True,
)
# A webhook was switched off because deliveries failed. Values: webhook, project, days.
WEBHOOK_OFF = Kind(
    "webhook_off",
    label=gettext_lazy("A webhook is switched off"),
    title=filled(gettext_lazy("%(project)s: the webhook %(webhook)s is switched off")),
    text=filled(
        gettext_lazy(
            "The receiver is gone (410), or got nothing for %(days)d days. "
            "Fix the receiver, then switch the webhook on again and resend "
            "what failed:"
        )
    ),
    for_researchers=True,
)
