"""Reports by annotators that their claimed HIT is broken. A report costs them nothing."""

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batch_locks import lock_batch_shared
from hits.broken.holding import lock_twins, open_reports, suspend
from hits.models import Assignment, BrokenReport, Enrolment
from hits.queue.releasing import end_reported, has_others_draft
from people.models import User

LONGEST = 2000
Category = BrokenReport.Category


class NotReportable(RateroomError):
    """The person has not claimed the HIT, or the report does not describe a problem."""


@transaction.atomic
def report_broken(
    *, annotator: User, assignment_id: int, category: str, text: str, give_back: bool
) -> BrokenReport:
    """Report the HIT that `annotator` works on. With `give_back`, return it as well, without
    counting it as one of their returns.

    After the batch's number of reports, the HIT is on hold until a researcher decides. A second
    report of the same assignment returns the first one. Raises NotReportable.
    """
    # Enrolment, assignment, batch, HIT: every function that ends an assignment locks in this order.
    enrolment = (
        Enrolment.objects.select_for_update(of=("self",), no_key=True)
        .filter(assignments=assignment_id, annotator=annotator)
        .first()
    )
    in_work = Assignment.objects.in_work().filter(pk=assignment_id, annotator=annotator)
    assignment = in_work.select_for_update(of=("self",), no_key=True).select_related("hit").first()
    if enrolment is None or assignment is None:
        raise NotReportable(
            _("This HIT is no longer yours."), remedy=_("Message the researcher instead.")
        )
    report = BrokenReport.objects.filter(assignment=assignment).first()
    if report is None:
        report = _store(assignment, category, text.strip()[:LONGEST])
    if give_back and not has_others_draft(annotator, assignment):
        end_reported(assignment=assignment)
    return report


def _store(assignment: Assignment, category: str, text: str) -> BrokenReport:
    if category not in Category.values:
        raise NotReportable(_("Please say what is wrong."), remedy=_("Choose one from the list."))
    if category == Category.OTHER and not text:
        raise NotReportable(_("Please say what is wrong."))
    batch = lock_batch_shared(assignment.batch_id)
    hit_ids = lock_twins(assignment.hit)
    report = BrokenReport.objects.create(assignment=assignment, category=category, text=text)
    people = open_reports(hit_ids).values("assignment__annotator").distinct().count()
    if batch.reports_to_suspend is not None and people >= batch.reports_to_suspend:
        suspend(hit_ids)
    return report
