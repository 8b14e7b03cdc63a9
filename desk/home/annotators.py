"""Decisions about annotators: reported HITs, messages, data deletions and low pay."""

from collections.abc import Iterator

from django.db.models import Count, Min, Q, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analysis.wages import wages_so_far
from desk.home.decision import MOST, Decision
from hits.amounts import money
from hits.models import HIT, Batch, BrokenReport, Enrolment, Message
from people.models import Project

LOOKED_AT = 12  # latest batches with a minimum pay
PRICES = ("price", "floor")  # pay per HIT, and minimum pay per hour
# rows read for each person to show, because a person can have several participations
MOST_PARTS = 20


def broken_hits(projects: QuerySet[Project]) -> Iterator[Decision]:
    """Yield one decision about all HITs with undecided reports, if there are any."""
    waiting = BrokenReport.objects.filter(
        assignment__batch__project__in=projects, decision=BrokenReport.Decision.OPEN
    )
    suspended = Q(assignment__hit__availability=HIT.Availability.SUSPENDED)
    seen = waiting.aggregate(
        hits=Count("assignment__hit", distinct=True),
        held_back=Count("assignment__hit", distinct=True, filter=suspended),
        oldest=Min("made_at"),
    )
    if not seen["hits"]:
        return
    yield Decision(
        icon="warn",
        tone="bad" if seen["held_back"] else "warn",
        title=ngettext("%(number)s reported problem", "%(number)s reported problems", seen["hits"])
        % {"number": seen["hits"]},
        text=_while_it_waits(seen["held_back"]),
        act=_("Reported problems"),
        address=reverse("admin:broken_hits"),
        since=seen["oldest"],
    )


def _while_it_waits(held_back: int) -> str:
    return _("HITs on hold until you decide: %(number)d.") % {"number": held_back}


def unread_messages(projects: QuerySet[Project]) -> Iterator[Decision]:
    unread = Message.objects.filter(
        enrolment__batch__project__in=projects, by_annotator=True, read_at__isnull=True
    )
    seen = unread.aggregate(
        people=Count("enrolment", distinct=True), number=Count("pk"), oldest=Min("sent_at")
    )
    if not seen["number"]:
        return
    yield Decision(
        icon="messages",
        tone="",
        title=ngettext("%(number)s unread message", "%(number)s unread messages", seen["number"])
        % {"number": seen["number"]},
        text="",
        act=_("Messages"),
        address=reverse("admin:message_threads"),
        since=seen["oldest"],
    )


def erasures(projects: QuerySet[Project]) -> Iterator[Decision]:
    """Yield a decision for each of the first people whose data will be deleted, in the order of the
    deletion dates."""
    waiting = Q(annotator__erasures__stopped_at=None, annotator__erasures__done_at=None)
    people = (
        Enrolment.objects.filter(
            waiting, annotator__erasures__isnull=False, batch__project__in=projects
        )
        .order_by("annotator__erasures__due_at", "annotator", "pk")
        .values_list("pk", "annotator", "pseudonym", "annotator__erasures__due_at")
    )
    named: set[int] = set()
    for pk, person, pseudonym, due_at in people[: MOST * MOST_PARTS]:
        if person in named or len(named) == MOST:
            continue
        named.add(person)
        yield Decision(
            icon="accounts",
            tone="",
            title=_("The data of %(pseudonym)s will be deleted") % {"pseudonym": pseudonym},
            text=_(
                "We delete the data automatically on %(day)s. A project owner can delete "
                "the data sooner."
            )
            % {"day": date_format(localtime(due_at), "DATE_FORMAT")},
            act=_("Delete a person’s data"),
            address=reverse("admin:erase_person", args=[pk]),
        )


def low_pay(projects: QuerySet[Project]) -> Iterator[Decision]:
    """Yield a decision for each of the newest open batches whose median hourly pay is below the
    project's minimum."""
    batches = Batch.objects.filter(
        project__in=projects,
        project__hourly_floor__isnull=False,
        state__in=[Batch.State.LIVE, Batch.State.PAUSED],
    )
    latest = list(batches.select_related("project").order_by("-published_at", "-pk")[:LOOKED_AT])
    wages = wages_so_far(latest) if latest else {}
    low = [batch for batch in latest if batch.pk in wages and wages[batch.pk].is_low]
    for batch in low[:MOST]:
        pay = wages[batch.pk]
        yield Decision(
            icon="money",
            tone="bad",
            title=_("%(batch)s pays less than the project’s minimum") % {"batch": batch.title},
            text=_("A reward of %(price)s per HIT would bring median hourly pay to %(floor)s.")
            % {name: money(getattr(pay, name), batch.project.currency) for name in PRICES},
            act=_("Hourly pay"),
            address=reverse("admin:wages", args=[batch.pk]),
        )
