"""People from Prolific on a phone, all the way: consent, questions, training, a test, a sitting of
twenty HITs with checks among them, the code, approval and a bonus. Another one fails a check and is
ended, a third returns the submission. The desk sees each step."""

from decimal import Decimal

import pytest
from playwright.sync_api import expect

from hits.models import Assignment, Enrolment, GoldKey, Qualification
from quality.tasks import fold_annotators
from recruiting.prolific.models import OutgoingCall
from recruiting.prolific.tasks import follow, send_calls
from stimuli.models import ItemMedium
from tests import world
from tests.browser.seat.test_annotator import choose
from tests.browser.test_accessibility import problems
from tests.conftest import DESKTOP, PHONE
from tests.recruiting.prolific.prolific_lab import Lab, make_lab
from tests.recruiting.prolific.prolific_server import ProlificServer
from tests.recruiting.test_around import ALL, attach

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.long]

HITS = 20
RIGHT, WRONG = "11111", "13111"  # of gold, training and test: coherence is to be 1
RULES = [{"question": "coherence", "accepted": [1]}]
GOLD, TRAINING, TEST = "gold", "training", "test"
# Of the enrolment: what is drawn from it is a gold HIT among the first three, and all the rest.
SEED = 5


@pytest.fixture
def lab(settings, stored_picture):
    server = ProlificServer()
    settings.PROLIFIC_URL, settings.SITE_URL = server.url, "https://lab.example/"

    def prepare(draft) -> None:
        attach(draft, *ALL)
        ItemMedium.objects.update(medium=stored_picture(draft.project))
        items = list(draft.dataset.items.order_by("-pk")[:6])
        for place, purpose in enumerate([TRAINING, TEST, GOLD, GOLD, GOLD, GOLD], 1):
            item = items[place - 1]
            GoldKey.objects.create(
                batch=draft,
                item=item,
                output_ids=[item.outputs.order_by("pk")[0].pk],
                rules=RULES,
                purpose=purpose,
                place=place,
                explanation="It names the boat, and no boat is there." if purpose != GOLD else "",
            )
        draft.tested_qualification = Qualification.objects.create(
            project=draft.project, name="Reads captions"
        )
        draft.save(update_fields=["tested_qualification"])

    yield make_lab(
        server,
        items=22,
        hits=HITS,
        prepare=prepare,
        title="Wings",
        sitting_hits=HITS,
        sitting_paid_from=2,
        gold_percent=10,
        retest_percent=10,
        retest_distance=3,
        reward=Decimal("0.10"),
    )
    server.close()


def quiet(_page, _name: str) -> None:
    """No picture."""


def press_link(page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).click()


def press(page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def send(page, answers: str = RIGHT) -> None:
    choose(page, answers)
    press(page, "Submit")


def come(page, live_server, lab: Lab, participant: str, shoot) -> str:
    """From the study's address to the first HIT; returns the session."""
    session, _browser = lab.person(participant)
    page.goto(live_server.url + lab.address(session))
    expect(page.get_by_role("heading", name="Your consent")).to_be_visible()
    shoot(page, "01-enter")
    press(page, "I agree")
    Enrolment.objects.filter(sittings__prolific__session=session).update(order_seed=SEED)
    page.get_by_label("25 to 34").check()
    shoot(page, "03-about")
    press(page, "Continue")
    shoot(page, "04-batch")
    press(page, "Start")
    shoot(page, "05-comprehension")
    page.get_by_label("What is written, as it stands").check()
    page.get_by_label("I look again, then choose what fits best").check()
    press(page, "Continue")
    shoot(page, "07-training-hit")
    send(page)
    shoot(page, "08-feedback")
    page.get_by_role("link", name="Continue").click()
    shoot(page, "09-test-terms")
    press(page, "Start")
    shoot(page, "10-test-hit")
    send(page)
    shoot(page, "11-passed")
    press(page, "Continue")
    shoot(page, "12-first-hit")
    return session


def purpose_in_hand(session: str) -> str:
    claimed = Assignment.objects.get(
        enrolment__sittings__prolific__session=session, state="claimed", prefetched=False
    )
    return claimed.hit.purpose


def work(page, session: str, *, hits: int, fails: int = 0) -> list[str]:
    """So many HITs, the first `fails` gold ones answered wrong; what each was for."""
    purposes = []
    for _turn in range(hits):
        purpose = purpose_in_hand(session)
        purposes.append(purpose)
        before = page.url
        send(page, WRONG if purpose == GOLD and purposes.count(GOLD) <= fails else RIGHT)
        page.wait_for_url(lambda url, before=before: url != before)
    return purposes


def leave(page, shoot) -> None:
    """From the end of the last HIT to the completion code."""
    shoot(page, "13-after-the-last")
    press_link(page, "Finish this batch and go to the final questions")
    shoot(page, "14-closing")
    page.get_by_label("Is there anything that we should know?").fill("All clear.")
    press(page, "Finish")
    shoot(page, "15-done")
    press(page, "Finish this session")
    expect(page.get_by_text("CODE-done")).to_be_visible()
    shoot(page, "16-code")


def look_at_checks(desk, batch: str, shoot) -> None:
    """Who passed which, on the pages of training, of checks and of annotators."""
    desk.goto(f"{batch}/training/")
    expect(desk.get_by_text("3 people have begun; 3 passed the test")).to_be_visible()
    desk.goto(f"{batch}/annotators/")
    expect(desk.get_by_role("row").nth(1)).to_contain_text("20")
    shoot(desk, "21-annotators")
    desk.goto(f"{batch}/around/")
    shoot(desk, "24-around")


def end_part(desk, batch: str, lab: Lab, session: str, shoot) -> None:
    """End a person's part, with the reason that they read."""
    enrolment = lab.enrolment(session)
    desk.goto(f"{batch}/annotators/{enrolment.pk}/")
    shoot(desk, "22-annotator")
    press_link(desk, "Remove from this batch …")
    desk.get_by_label("Reason (the annotator can read it)").fill(
        "You missed what the picture shows."
    )
    press(desk, "Remove from this batch")
    expect(desk.locator(".message")).to_contain_text("is removed from this batch.")


def settle_all() -> None:
    """What a minute's tasks do."""
    send_calls()
    follow()
    send_calls()


def state_of(lab: Lab, session: str) -> str:
    state: str = lab.server.submissions[session]["status"]
    return state


def decide(desk, study: str, lab: Lab, done: str, returned: str, shoot) -> None:
    """Approve what is done, with a bonus, and pay a part of what was returned."""
    desk.goto(study)
    shoot(desk, "25-prolific")
    assert problems(desk) == []
    press_link(desk, lab.enrolment(done).pseudonym)
    press(desk, "Approve")
    settle_all()
    desk.reload()
    expect(desk.get_by_text("Approve: done")).to_be_visible()
    desk.get_by_label("Amount").fill("1.50")
    desk.get_by_label("Reason").fill("For your care.")
    press(desk, "Pay it through Prolific")
    settle_all()
    desk.reload()
    expect(desk.get_by_text("Bonus: done")).to_be_visible()
    shoot(desk, "27-submission")
    desk.goto(study)
    press_link(desk, lab.enrolment(returned).pseudonym)
    expect(desk.get_by_role("heading", name="Stopped early")).to_be_visible()
    shoot(desk, "28-returned")
    press(desk, "Pay a bonus")
    settle_all()


def test_people_from_prolific_all_the_way(open_page, live_server, log_in, lab, shoot):
    phone, second, third = (open_page(PHONE) for _person in range(3))
    session = come(phone, live_server, lab, "p1", shoot)
    purposes = work(phone, session, hits=HITS, fails=1)
    assert {GOLD, "retest", "main"} == set(purposes)
    leave(phone, shoot)
    failing = come(second, live_server, lab, "p2", quiet)
    assert GOLD in work(second, failing, hits=3, fails=3)
    returned = come(third, live_server, lab, "p3", quiet)
    work(third, returned, hits=3)
    lab.server.move(session, "AWAITING REVIEW")
    lab.server.move(returned, "RETURNED")
    settle_all()
    assert not Assignment.objects.filter(
        enrolment=lab.enrolment(returned), state="claimed"
    ).exists()
    fold_annotators(lab.batch.pk)

    desk = open_page(DESKTOP)
    log_in(desk, world.owner(lab.project))
    batch = f"{live_server.url}/admin/hits/batch/{lab.batch.pk}"
    look_at_checks(desk, batch, shoot)
    end_part(desk, batch, lab, failing, shoot)
    press(second, "Submit")
    expect(second.get_by_text("You missed what the picture shows.")).to_be_visible()
    shoot(second, "18-late")
    second.goto(second.url)
    shoot(second, "19-ended")
    press(second, "Finish and go back")
    expect(second.get_by_text("CODE-failed_check")).to_be_visible()

    study = f"{live_server.url}/admin/prolific/{lab.batch.pk}/"
    decide(desk, study, lab, session, returned, shoot)
    assert [state_of(lab, name) for name in (session, failing, returned)] == [
        "APPROVED",
        "ACTIVE",
        "RETURNED",
    ]
    assert lab.server.submissions[failing]["reasons"] == ["You missed what the picture shows."]
    paid = {name: row["bonus_payments"] for name, row in lab.server.submissions.items()}
    assert paid == {session: [150.0], failing: [], returned: [30.0]}
    assert set(OutgoingCall.objects.values_list("state", flat=True)) == {"done"}
    phone.goto(live_server.url + "/work/")
    expect(phone.get_by_text("$3.50").first).to_be_visible()
    shoot(phone, "17-own-work")
