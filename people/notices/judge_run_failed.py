"""To researchers: a judge run has stopped. Values: run, batch, reason."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.notices.kind import Kind


def _title(values: Mapping[str, object]) -> str:
    return _("The judge run %(run)s has stopped") % values


def _text(values: Mapping[str, object]) -> str:
    return (
        _(
            "%(run)s on %(batch)s has stopped: %(reason)s All replies so far are stored. View it "
            "here:"
        )
        % values
    )


KIND = Kind("judge_run_failed", True, gettext_lazy("A judge run has stopped"), _title, _text)
