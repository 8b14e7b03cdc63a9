"""The pages around the work as steps before a person's first HIT, and the check whether a page is
still to be completed."""

from functools import partial

from django.db.models import QuerySet
from django.urls import reverse

from hits.models import Enrolment
from recruiting.around.models import BatchPage, ConsentDecision, Page, PageVersion, PageVisit
from recruiting.route import Place, Step, register

PLACES = {
    Page.CONSENT: Place.CONSENT,
    Page.ABOUT: Place.ABOUT,
    Page.COMPREHENSION: Place.COMPREHENSION,
}


def register_steps() -> None:
    """Register consent, demographics and comprehension check as steps before the first HIT."""
    for page, place in PLACES.items():
        register(Step(place, partial(_address, page)))


def page_address(batch_id: int, page: str) -> str:
    """Return the URL path of this page around the work."""
    return reverse("around", args=[batch_id, page])


def version_shown(batch_id: int, page: str) -> PageVersion | None:
    return _shown(batch_id).filter(page=page).first()


def latest_decision(enrolment: Enrolment) -> ConsentDecision | None:
    """Return the person's latest decision on any consent text of the batch, or None if there is
    none."""
    decisions = ConsentDecision.objects.filter(enrolment=enrolment)
    return decisions.order_by("-pk").first()


def has_agreed(enrolment: Enrolment, version: PageVersion) -> bool:
    """Return whether the person's latest decision was to agree to this consent text."""
    decision = latest_decision(enrolment)
    return (
        decision is not None
        and decision.version_id == version.pk
        and decision.decision == ConsentDecision.Decision.AGREED
    )


def is_finished(enrolment: Enrolment, version: PageVersion) -> bool:
    visits = PageVisit.objects.filter(enrolment=enrolment, version=version)
    return visits.filter(finished_at__isnull=False).exists()


def _shown(batch_id: int) -> QuerySet[PageVersion]:
    current = BatchPage.objects.filter(batch=batch_id, replaced_at=None)
    return PageVersion.objects.filter(pk__in=current.values("version"))


def _address(page: Page, enrolment: Enrolment) -> str:
    version = version_shown(enrolment.batch_id, page)
    if version is None:
        return ""
    done = has_agreed if page == Page.CONSENT else is_finished
    return "" if done(enrolment, version) else page_address(enrolment.batch_id, page)
