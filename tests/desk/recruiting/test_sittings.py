"""Tests of a batch's list of sessions: origin, state, completion code and pay."""

import pytest
from django.urls import reverse

from desk.recruiting import sittings
from hits.models import Enrolment
from recruiting.models import Panel, Sitting
from recruiting.prolific.tasks import follow
from recruiting.sittings.work import earned_in, with_work, work_of
from tests import world
from tests.pages import signed_in, words
from tests.recruiting.prolific.prolific_lab import make_lab
from tests.recruiting.prolific.prolific_server import ProlificServer

pytestmark = pytest.mark.django_db


@pytest.fixture
def lab(db, settings):
    server = ProlificServer()
    settings.PROLIFIC_URL = server.url
    yield make_lab(server, items=6, hits=2, sitting_hits=2, most_sittings=2)
    server.close()


def come(lab, participant: str, *, hits: int = 0) -> str:
    session, browser = lab.person(participant)
    lab.come_in(session, browser)
    lab.rate(session, hits)
    return session


def address(batch) -> str:
    return reverse("admin:sittings", args=[batch.pk])


def shown(page) -> list[str]:
    """Return the session ids of the page's rows in order."""
    return [row.sitting.session for row in page.context["rows"]]


def test_each_sitting_is_told_with_its_code_and_pay(lab):
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session, 2)
    browser.post(lab.exit)
    returned = come(lab, "p2", hits=1)
    lab.server.move(returned, "RETURNED")
    lab.server.move(session, "APPROVED")
    follow()
    page = words(signed_in(world.researcher(lab.project)).get(address(lab.batch)))
    done = lab.enrolment(session).pseudonym
    assert f"{done} p1 Prolific" in page
    assert "Completed Done approved CODE-done 2 / 2 $0.10 Approved: $0.10" in page
    assert "Returned returned – 1 / 2 $0.05" in page
    assert "All 2 In progress 0 Completed 1 Returned or timed out 1 Ended on this site 0" in page
    assert "p1" not in words(signed_in(world.viewer(lab.project)).get(address(lab.batch)))


def test_filters_and_pages(lab, monkeypatch):
    sessions = [come(lab, f"p{number}") for number in range(3)]
    lab.server.move(sessions[0], "RETURNED")
    follow()
    client = signed_in(world.researcher(lab.project))
    own = address(lab.batch)
    assert shown(client.get(f"{own}?show=given_up")) == sessions[:1]
    assert shown(client.get(f"{own}?show=active")) == sessions[:0:-1]
    assert shown(client.get(f"{own}?show=nonsense")) == sessions[::-1]
    monkeypatch.setattr(sittings, "PER_PAGE", 2)
    first = client.get(own)
    assert shown(first) == sessions[:0:-1]
    second = client.get(f"{own}?after={first.context['window'].after}")
    assert (shown(second), second.context["window"].after) == (sessions[:1], None)
    back = client.get(f"{own}?before={second.context['window'].before}")
    assert shown(back) == sessions[:0:-1]
    chosen = client.get(f"{own}?show=active")
    assert chosen.context["kept"] == "show=active&"


def test_work_in_sittings_is_counted_as_for_one(lab):
    for hits in (2, 1):
        come(lab, "p1", hits=hits)
    come(lab, "p2", hits=1)
    counted = {sitting.pk: sitting for sitting in with_work(Sitting.objects.all())}
    assert sorted(sitting.done for sitting in counted.values()) == [1, 1, 2]
    for sitting in Sitting.objects.select_related("enrolment__batch"):
        earned = earned_in(sitting)
        assert counted[sitting.pk].done == earned.done
        assert counted[sitting.pk].unrejected * lab.batch.reward == earned.amount
        approved = work_of(sitting).filter(state="approved").count()
        assert counted[sitting.pk].approved == approved


def test_a_panels_people_are_shown_with_their_ids_there(lab):
    panel = Panel.objects.create(batch=lab.batch, name="Lab", person_parameter="pid", cap=2)
    enrolment = lab.enrolment(come(lab, "p1"))
    Sitting.objects.create(
        enrolment=enrolment, channel=panel.channel, session="s", outside_ids={"pid": "X9"}
    )
    page = words(signed_in(world.researcher(lab.project)).get(address(lab.batch)))
    assert f"{enrolment.pseudonym} X9 Lab" in page
    person = reverse("admin:annotator", args=[lab.batch.pk, enrolment.pk])
    for channel, way in (("prolific", "Prolific"), (panel.channel, "Lab")):
        Enrolment.objects.filter(pk=enrolment.pk).update(channel=channel)
        page = words(signed_in(world.researcher(lab.project)).get(person))
        assert f"Joined through {way}" in page
