"""The outcomes of a session that result from the pages around the work. Panels are told about
them."""

from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Enrolment
from recruiting.around.models import ConsentDecision, Page, PageVisit
from recruiting.around.steps import latest_decision
from recruiting.models import Outcome


class CannotLeave(RateroomError):
    """Raised if the person cannot return to the panel yet, because the session has not ended or no
    completion code can be shown now."""


class ClosingFirst(CannotLeave):
    """Raised if the person must complete the exit questionnaire first. `route` is its address on
    this site."""

    def __init__(self, route: str) -> None:
        super().__init__(_("Complete the exit questionnaire first."))
        self.route = route


def outcome_by_status(enrolment: Enrolment) -> str:
    """Return the outcome for a person whose participation was ended, or "" if the participation is
    active. Raises CannotLeave if the participation is paused."""
    if enrolment.status == Enrolment.Status.PAUSED:
        raise CannotLeave(
            _("The researcher has paused your participation in this batch."),
            remedy=_("Check back later."),
        )
    return Outcome.FAILED_CHECK if enrolment.status == Enrolment.Status.STOPPED else ""


def early_outcome(enrolment: Enrolment, *, has_worked: bool) -> str:
    """Return the outcome for a person who declined or withdrew consent, or who failed the
    comprehension check. Return "" for other people. If the person worked in this session before
    withdrawing, the outcome is `DONE`, so that they are paid."""
    decision = latest_decision(enrolment)
    if decision is not None and decision.decision != ConsentDecision.Decision.AGREED:
        return Outcome.DONE if has_worked else Outcome.NO_CONSENT
    return Outcome.FAILED_CHECK if has_failed_comprehension(enrolment) else ""


def has_failed_comprehension(enrolment: Enrolment) -> bool:
    """Return whether the person's participation ended and they had failed the comprehension
    check."""
    if enrolment.status != Enrolment.Status.STOPPED:
        return False
    visits = PageVisit.objects.filter(enrolment=enrolment, version__page=Page.COMPREHENSION)
    return visits.filter(failed_at__isnull=False).exists()
