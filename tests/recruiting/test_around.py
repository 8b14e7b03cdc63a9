"""Tests of consent, demographics, the comprehension check and the exit questionnaire."""

import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from hits.models import Batch, Enrolment, Exclusion
from hits.queue.enrolments import readmit_enrolment
from people.models import User
from recruiting.around.attaching import (
    PageRefused,
    attach_page,
    copy_pages,
    detach_page,
    pages_of,
    store_page,
)
from recruiting.around.models import BatchPage, ConsentDecision, PageAnswer, PageVisit
from recruiting.links.making import LinkTerms, make_link
from recruiting.models import Panel, Sitting
from surveys.questionnaires.loading import example_source
from tests import world
from tests.pages import words
from tests.recruiting.prolific.prolific_lab import make_lab

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
ALL = ("consent", "about", "comprehension", "closing")
RIGHT = {"judged": "1", "unsure": "2"}
WRONG = {"judged": "3", "unsure": "2"}


OWN_CONSENT = "page: consent\nname: own\ntitle: Your consent\ninstructions: Ours, by now."


def attach(batch, *pages, source=None):
    for page in pages:
        written = source or example_source(page)
        version = store_page(batch=batch, page=page, source=written, by=None)
        attach_page(batch=batch, version=version, by=None)


def batch_with(*pages, **terms) -> Batch:
    draft = world.draft_batch(world.project(), **terms)
    attach(draft, *pages)
    return world.publish(draft)


def at(batch, page: str) -> str:
    return reverse("around", args=[batch.pk, page])


def worker(batch) -> Client:
    """Return the client of an annotator with an account who pressed Start."""
    client = Client()
    client.force_login(world.annotator())
    client.post(reverse("start", args=[batch.pk]), {"instructions": "read"})
    return client


def enrolment_in(batch) -> Enrolment:
    return Enrolment.objects.get(batch=batch)


def test_a_stranger_goes_from_consent_to_work_to_the_last_questions():
    batch = batch_with(*ALL, audience="link", cap_per_annotator=1, completion="drawn")
    by = world.researcher(batch.project)
    _link, token = make_link(batch=batch, key="k", by=by, terms=LinkTerms(uses=1, cap=1))
    client = Client()
    assert client.post(reverse("join", args=[token])).status_code == 422
    assert (User.objects.filter(is_guest=True).count(), Enrolment.objects.count()) == (0, 0)
    steps = [client.post(reverse("join", args=[token]), {"agree": "yes"})["Location"]]
    assert ConsentDecision.objects.get().decision == "agreed"
    steps.append(client.post(steps[-1], {"age_band": "2"})["Location"])
    steps.append(
        client.post(reverse("start", args=[batch.pk]), {"instructions": "read"})["Location"]
    )
    assert steps == [
        at(batch, "about"),
        reverse("batch", args=[batch.pk]),
        at(batch, "comprehension"),
    ]
    refused = client.post(steps[-1], WRONG | {"_attempt": "1"})
    assert (refused.status_code, b"1 retry allowed." in refused.content) == (422, True)
    hit = client.post(steps[-1], RIGHT | {"_attempt": "2"})["Location"]
    end = client.post(hit, world.GOOD)["Location"]
    code = enrolment_in(batch).completion_code
    before = client.get(end).content.decode()
    own_work = client.get(reverse("own_work")).content.decode()
    assert (code != "", code in before, code in own_work) == (True, False, False)
    assert at(batch, "closing") in before
    assert client.post(at(batch, "closing"), {"comment": "Fine."})["Location"] == end
    assert code in client.get(end).content.decode()
    answers = PageAnswer.objects.order_by("pk").values_list("question", "number", "text")
    assert list(answers) == [
        ("age_band", 2, ""),
        ("judged", 1, ""),
        ("unsure", 2, ""),
        ("comment", None, "Fine."),
    ]


def test_looking_at_a_page_changes_nothing_and_it_is_there_again():
    batch = batch_with("consent", "about")
    client = worker(batch)
    for _look in range(2):
        page = client.get(at(batch, "consent"))
        assert page.status_code == 200
    assert (PageVisit.objects.count(), ConsentDecision.objects.count()) == (0, 0)
    start = client.post(reverse("start", args=[batch.pk]))
    assert start["Location"] == at(batch, "consent")
    assert client.get(at(batch, "closing")).status_code == 404
    stranger = Client()
    stranger.force_login(world.second_annotator())
    assert stranger.get(at(batch, "consent")).status_code == 404


def test_nobody_answers_a_page_before_its_turn_or_a_second_time():
    batch = batch_with("consent", "about")
    client = worker(batch)
    early = client.post(at(batch, "about"), {"age_band": "1"})
    assert (early["Location"], PageAnswer.objects.count()) == (at(batch, "consent"), 0)
    client.post(at(batch, "consent"), {"action": "agree"})
    for band in ("1", "2"):
        client.post(at(batch, "about"), {"age_band": band})
    assert PageAnswer.objects.get().number == 1


def test_a_required_answer_is_asked_for_as_on_a_hit():
    draft = world.draft_batch(world.project())
    source = example_source("about").replace("key: device\n", "key: device\n    required: true\n")
    version = store_page(batch=draft, page="about", source=source, by=None)
    attach_page(batch=draft, version=version, by=None)
    client = worker(world.publish(draft))
    answer = client.post(at(draft, "about"), {"age_band": "1"})
    assert answer.status_code == 422
    assert "Choose one answer." in answer.content.decode()
    assert re.search(r'value="1"\s+checked', answer.content.decode())
    assert PageAnswer.objects.count() == 0


def test_whoever_declines_takes_no_part_and_may_change_their_mind():
    batch = batch_with("consent")
    client = worker(batch)
    for _twice in range(2):
        answer = client.post(at(batch, "consent"), {"action": "decline"})
        assert answer["Location"] == at(batch, "consent")
    assert "You chose not to take part" in client.get(answer["Location"]).content.decode()
    start = client.post(reverse("start", args=[batch.pk]))
    assert start["Location"] == at(batch, "consent")
    hit = client.post(at(batch, "consent"), {"action": "agree"})
    assert client.get(hit["Location"]).status_code == 200
    decisions = ConsentDecision.objects.order_by("pk").values_list("decision", flat=True)
    assert list(decisions) == ["declined", "agreed"]
    assert enrolment_in(batch).consent_sha256 == pages_of(batch)["consent"].version.sha256


def test_a_new_text_asks_everybody_again_and_the_old_one_stays_known():
    batch = batch_with("consent")
    client = worker(batch)
    hit = client.post(at(batch, "consent"), {"action": "agree"})["Location"]
    old = pages_of(batch)["consent"].version
    source = example_source("consent").replace("You may stop at", "You may of course stop at")
    new = store_page(batch=batch, page="consent", source=source, by=None)
    for _twice in range(2):
        attach_page(batch=batch, version=new, by=None)
    following = client.post(hit, world.GOOD)
    assert following["Location"] == at(batch, "consent")
    assert "has changed since you agreed" in client.get(following["Location"]).content.decode()
    client.post(at(batch, "consent"), {"action": "agree"})
    agreed = ConsentDecision.objects.order_by("pk").values_list("version", "decision")
    assert list(agreed) == [(old.pk, "agreed"), (new.pk, "agreed")]
    shown = [(row.version, row.replaced_at is None) for row in BatchPage.objects.order_by("pk")]
    assert shown == [(old, False), (new, True)]


def test_the_last_wrong_try_ends_the_part_and_counts_once():
    batch = batch_with("comprehension")
    client = worker(batch)
    for attempt in ("1", "1", "2"):
        answer = client.post(at(batch, "comprehension"), WRONG | {"_attempt": attempt})
    assert answer["Location"] == at(batch, "comprehension")
    assert "You did not see any HITs" in client.get(answer["Location"]).content.decode()
    visit = PageVisit.objects.get()
    assert (visit.tries, visit.wrong, visit.failed_at is None) == (2, ["judged"] * 2, False)
    assert enrolment_in(batch).status == "stopped"
    readmit_enrolment(enrolment_id=enrolment_in(batch).pk)
    assert "2 retries allowed." in squeezed_page(client, batch)
    hit = client.post(at(batch, "comprehension"), RIGHT | {"_attempt": "1"})
    assert client.get(hit["Location"]).status_code == 200


def squeezed_page(client, batch) -> str:
    return " ".join(client.get(at(batch, "comprehension")).content.decode().split())


def test_whoever_withdraws_is_let_go_with_what_they_ask_for():
    batch = batch_with("consent", "about")
    client = worker(batch)
    client.post(at(batch, "consent"), {"action": "agree"})
    hit = client.post(at(batch, "about"), {"age_band": "1"})["Location"]
    client.post(hit, world.GOOD)
    assert "18 to 24" in client.get(reverse("own_parts")).content.decode()
    for _twice in range(2):
        client.post(reverse("withdraw_consent", args=[batch.pk]), {"leave_out": "yes"})
    enrolment = enrolment_in(batch)
    assert (enrolment.status, enrolment.submitted) == ("stopped", 1)
    assert PageAnswer.objects.count() == 0
    assert Exclusion.objects.values_list("rule", flat=True).get() == "consent withdrawn"
    decisions = ConsentDecision.objects.order_by("pk").values_list("decision", flat=True)
    assert list(decisions) == ["agreed", "withdrawn"]
    readmit_enrolment(enrolment_id=enrolment.pk)
    start = client.post(reverse("start", args=[batch.pk]))
    assert start["Location"] == at(batch, "consent")


def test_whoever_stops_early_finds_the_last_questions():
    batch = batch_with("closing")
    client = worker(batch)
    hit = client.get(reverse("batch", args=[batch.pk]))
    assert at(batch, "closing") not in hit.content.decode()
    world.rate(world.annotator(), batch)
    for page in ("break", "done"):
        address = reverse(page, args=[batch.pk])
        assert at(batch, "closing") in client.get(address).content.decode()
    client.post(at(batch, "closing"), {"clear": "4"})
    again = client.get(at(batch, "closing"))
    assert again["Location"] == reverse("done", args=[batch.pk])
    start = client.post(reverse("start", args=[batch.pk]))
    assert client.get(start["Location"]).status_code == 200


def test_what_was_told_can_be_deleted_and_is_not_asked_again():
    batch = batch_with("about")
    client = worker(batch)
    client.post(at(batch, "about"), {"device": "3"})
    client.post(reverse("forget_own_answers", args=[batch.pk]))
    assert (PageAnswer.objects.count(), enrolment_in(batch).next_route) == (0, "")
    assert PageVisit.objects.get().forgotten_at is not None


def test_pages_of_a_published_batch_are_promised():
    batch = batch_with("about")
    other = example_source("about").replace("Three questions", "Some questions")
    version = store_page(batch=batch, page="about", source=other, by=None)
    for refused in (
        lambda: attach_page(batch=batch, version=version, by=None),
        lambda: detach_page(batch=batch, page="about", by=None),
    ):
        with pytest.raises(PageRefused):
            refused()
    rows = BatchPage.objects.filter(batch=batch)
    for refused in (
        lambda: rows.update(version=version),
        lambda: rows._raw_delete(rows.db),
        lambda: BatchPage.objects.create(batch=batch, page="closing", version=version),
    ):
        with pytest.raises(IntegrityError, match="promised"), transaction.atomic():
            refused()
    copy = world.draft_batch(batch.project)
    copy_pages(source=batch, target=copy, by=None)
    assert {page: row.version for page, row in pages_of(copy).items()} == {
        page: row.version for page, row in pages_of(batch).items()
    }
    assert detach_page(batch=copy, page="about", by=None)
    assert pages_of(copy) == {}


EXITS = {outcome: {"code": outcome.upper()} for outcome in ("done", "no_consent", "failed_check")}


def from_panel(batch, pid: str = "P1", **said: str) -> tuple[Client, str]:
    """Return the client of a panel's participant who pressed Start, and their exit URL."""
    panel, _made = Panel.objects.get_or_create(
        batch=batch, name="Lab", defaults={"person_parameter": "pid", "cap": 1, "exits": EXITS}
    )
    client = Client()
    client.post(f"{reverse('panel_enter', args=[panel.pk])}?pid={pid}", said or {"agree": "yes"})
    client.post(reverse("start", args=[batch.pk]), {"instructions": "read"})
    return client, reverse("panel_leave", args=[panel.pk])


def code_by(client, way_out: str) -> str:
    client.post(way_out)
    return Sitting.objects.latest("pk").code_given


def test_a_panel_is_told_how_a_visit_ended():
    batch = batch_with("consent", "comprehension", "closing", audience="panel")
    client, way_out = from_panel(batch, "P2")
    for attempt in ("1", "2"):
        client.post(at(batch, "comprehension"), WRONG | {"_attempt": attempt})
    assert way_out in client.get(at(batch, "comprehension")).content.decode()
    assert code_by(client, way_out) == "FAILED_CHECK"

    client, way_out = from_panel(batch, "P3")
    hit = client.post(at(batch, "comprehension"), RIGHT)["Location"]
    client.post(hit, world.GOOD)
    assert client.post(way_out)["Location"] == at(batch, "closing")
    client.post(at(batch, "closing"))
    assert code_by(client, way_out) == "DONE"


BACK = "https://panel.example/back?result=refused"


@pytest.mark.parametrize(
    ("way_back", "what_to_press", "given"),
    [
        (
            {"code": "NO_CONSENT"},
            "Enter this code on Lab. It shows that you did not take part.",
            "NO_CONSENT",
        ),
        ({"address": BACK}, "Press the button below to inform Lab.", ""),
        ({}, "On Lab, press the button that returns or cancels this study.", ""),
    ],
)
def test_declining_ends_the_session_and_says_what_to_press(way_back, what_to_press, given):
    batch = batch_with("consent", audience="panel")
    paying = {"done": {"code": "DONE", "address": "https://panel.example/back?result=paid"}}
    exits = paying | ({"no_consent": way_back} if way_back else {})
    Panel.objects.create(batch=batch, name="Lab", person_parameter="pid", cap=1, exits=exits)
    client, way_out = from_panel(batch, decline="yes")
    page = client.get(way_out)
    assert f"You chose not to take part. {what_to_press}" in words(page)
    sitting = Sitting.objects.get()
    assert (sitting.outcome, sitting.code_given) == ("no_consent", given)
    assert sitting.ended_at is not None
    source = page.content.decode()
    assert ("DONE" in source, "result=paid" in source) == (False, False)
    assert (BACK in source) == (way_back == {"address": BACK})
    # No visit later gets the code that pays.
    client.post(way_out, {"stop": "yes"})
    assert Sitting.objects.get().code_given == given


def test_declining_at_prolific_says_what_to_press(prolific):
    lab = make_lab(prolific, hits=1, prepare=lambda draft: attach(draft, "consent"))
    session, browser = lab.person("p1")
    page = browser.post(lab.door, lab.parameters(session) | {"decline": "yes"}, follow=True)
    press = "Press the button below. Then press “Return” on Prolific."
    assert f"You chose not to take part. {press}" in words(page)
    sitting = lab.sitting(session)
    assert (sitting.outcome, sitting.code_given) == ("no_consent", "CODE-no_consent")
    assert sitting.ended_at is not None
    assert "CODE-done" not in page.content.decode()
    browser.post(lab.exit)
    assert lab.sitting(session).code_given == "CODE-no_consent"


def test_declining_a_new_text_ends_the_session_at_once():
    batch = batch_with("consent", audience="panel")
    client, way_out = from_panel(batch)
    attach(batch, "consent", source=OWN_CONSENT)
    page = client.post(at(batch, "consent"), {"action": "decline"}, follow=True)
    assert page.redirect_chain == [(way_out, 307), (way_out, 303)]
    assert Sitting.objects.get().outcome == "no_consent"
    assert ("NO_CONSENT" in words(page), "DONE" in words(page)) == (True, False)


def test_who_worked_before_and_declines_on_the_next_visit_gets_no_code_that_pays():
    batch = batch_with("consent", audience="panel", sitting_hits=1, most_sittings=2)
    panel = Panel.objects.create(
        batch=batch,
        name="Lab",
        person_parameter="pid",
        session_parameter="visit",
        cap=2,
        exits={"done": {"code": "DONE"}},
    )
    client, address = Client(), f"{reverse('panel_enter', args=[panel.pk])}?pid=P1&visit="
    client.post(f"{address}1", {"agree": "yes"})
    world.rate(enrolment_in(batch).annotator, batch)
    client.post(reverse("panel_leave", args=[panel.pk]))
    client.post(f"{address}2")
    attach(batch, "consent", source=OWN_CONSENT)
    page = words(client.post(at(batch, "consent"), {"action": "decline"}, follow=True))
    assert "On Lab, press the button that returns or cancels this study." in page
    assert "DONE" not in page
    assert [one.outcome for one in Sitting.objects.order_by("pk")] == ["done", "no_consent"]


def test_a_stranger_who_declines_leaves_nothing_behind():
    batch = batch_with("consent", audience="link")
    by = world.researcher(batch.project)
    _link, token = make_link(batch=batch, key="k", by=by, terms=LinkTerms(uses=5, cap=1))
    before = User.objects.count()
    page = Client().post(reverse("join", args=[token]), {"decline": "yes"})
    assert "We stored nothing about you." in words(page)
    assert (User.objects.count(), Enrolment.objects.count()) == (before, 0)


def test_at_prolific_nobody_is_refused_for_not_understanding(prolific):
    lab = make_lab(
        prolific, hits=1, prepare=lambda draft: attach(draft, "comprehension", "closing")
    )
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    browser.post(reverse("start", args=[lab.batch.pk]), {"instructions": "read"})
    for attempt in ("1", "2"):
        browser.post(at(lab.batch, "comprehension"), WRONG | {"_attempt": attempt})
    browser.post(lab.exit)
    assert lab.sitting(session).code_given == "CODE-screened_out"

    session, browser = lab.person("p2")
    lab.come_in(session, browser)
    browser.post(reverse("start", args=[lab.batch.pk]), {"instructions": "read"})
    hit = browser.post(at(lab.batch, "comprehension"), RIGHT)["Location"]
    browser.post(hit, world.GOOD)
    assert browser.post(lab.exit)["Location"] == at(lab.batch, "closing")
    assert lab.sitting(session).code_given == ""
    browser.post(at(lab.batch, "closing"))
    browser.post(lab.exit)
    assert lab.sitting(session).code_given == "CODE-done"
