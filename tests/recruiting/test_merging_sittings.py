"""Tests of merging annotators with paid sessions, which keep their responses."""

import pytest

from hits.models import Enrolment
from recruiting.around.outcomes import CannotLeave
from recruiting.merging import NotMerged, merge_people
from recruiting.prolific.leaving import due_outcome
from recruiting.prolific.models import Submission
from recruiting.sittings.work import work_of
from tests import world
from tests.recruiting.prolific.prolific_lab import make_lab

pytestmark = pytest.mark.django_db


@pytest.fixture
def lab(prolific):
    """A lab with two HITs per session, and enough HITs for three sessions."""
    return make_lab(prolific, items=6)


def come(lab, participant: str, hits: int = 0, *, leave: bool = False) -> Submission:
    """Let the participant enter and submit `hits` HITs. Return the submission."""
    session, browser = lab.person(participant)
    lab.come_in(session, browser)
    lab.rate(session, hits)
    if leave:
        browser.post(lab.exit)
    return submission_of(session)


def submission_of(session: str) -> Submission:
    submissions = Submission.objects.select_related("sitting__enrolment__annotator")
    return submissions.select_related("study__batch").get(session=session)


def merge(lab, goes: Submission, stays: Submission) -> None:
    people = (each.sitting.enrolment.annotator for each in (goes, stays))
    owner = world.owner(lab.project)
    merge_people(project=lab.project, by=owner, **dict(zip(("goes", "stays"), people, strict=True)))


def work(*submissions: Submission) -> list[set[int]]:
    own = (submission_of(each.session).sitting for each in submissions)
    return [set(work_of(sitting).values_list("pk", flat=True)) for sitting in own]


def test_work_of_who_goes_ends_no_sitting_of_who_stays(lab):
    goes = come(lab, "p1", 2, leave=True)
    stays = come(lab, "p2", 1)
    before = work(goes, stays)
    merge(lab, goes, stays)
    assert work(goes, stays) == before
    with pytest.raises(CannotLeave, match="You still have HITs to do"):
        due_outcome(submission_of(stays.session))
    lab.rate(stays.session, 1)
    assert due_outcome(submission_of(stays.session)) == "done"


def test_a_later_sitting_of_who_goes_counts_what_was_done_in_it(lab):
    stays = come(lab, "p1", 2, leave=True)
    goes = come(lab, "p2", 2, leave=True)
    merge(lab, goes, stays)
    merged = submission_of(goes.session)
    assert merged.sitting.enrolment.submitted - merged.submitted_before == 2


@pytest.mark.parametrize("later_goes", [True, False])
def test_sittings_that_overlap_keep_two_persons_apart(lab, later_goes):
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    second = come(lab, "p2", 2, leave=True)
    lab.rate(session, 2)
    browser.post(lab.exit)
    first = submission_of(session)
    pair = (second, first) if later_goes else (first, second)
    with pytest.raises(NotMerged, match="end up in the wrong session"):
        merge(lab, *pair)


def test_a_sitting_that_goes_on_is_not_followed_by_another_persons(lab):
    """New responses of the older session would be counted for the newer one."""
    stays = come(lab, "p1", 1)
    goes = come(lab, "p2", 2, leave=True)
    with pytest.raises(NotMerged, match="still in a session that started before"):
        merge(lab, goes, stays)
    lab.rate(stays.session, 1)
    assert due_outcome(submission_of(stays.session)) == "done"


def test_who_is_in_a_sitting_does_not_go(lab):
    stays = come(lab, "p1", 2, leave=True)
    goes = come(lab, "p2", 1)
    with pytest.raises(NotMerged, match="is in a session"):
        merge(lab, goes, stays)
    assert Enrolment.objects.filter(annotator__is_active=True).count() == 2
