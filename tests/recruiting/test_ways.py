"""Tests of all entries and exits in the table of docs/recruiting/ways-in-and-out.md."""

from datetime import timedelta

import pytest
from django.db.models import Max
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from hits.models import Assignment, Batch, Enrolment
from hits.money.reconciliation import reconcile
from hits.queue.claiming import NothingLeft, claim_assignment, enrol
from hits.queue.enrolments import stop_enrolment
from recruiting.links.making import LinkTerms, make_link
from recruiting.models import Outcome, Sitting
from recruiting.prolific.tasks import follow, send_calls
from recruiting.sittings.ending import end_resting
from tests import world
from tests.documentation import text_of
from tests.recruiting.prolific.prolific_lab import make_lab
from tests.recruiting.test_panels import panel_of, way_in, way_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
TERMS = {"sitting_hits": 3, "sitting_paid_from": 2, "completion": "drawn"}


def ways() -> list[tuple[str, str, str, str]]:
    """Return the rows of the documentation's table, with one row per entry."""
    _before, _heading, after = text_of("recruiting").partition(
        "| the person comes by | then the person |"
    )
    table, _blank, _rest = after.partition("\n\n")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]
    ]
    return [(by, *rest) for ins, *rest in rows for by in ins.split(", ")]


class Visit:
    """A visit of a person who enters in the way that `by` names."""

    def __init__(self, by: str, prolific) -> None:
        self.by, self.browser, self.lab = by, Client(), None
        if by.startswith("Prolific"):
            self.lab = make_lab(prolific, items=3, hits=3, **TERMS)
            self.batch = self.lab.batch
            if by.endswith("signed entry"):
                self.lab.workspace.signed_entry = True
                self.lab.workspace.save(update_fields=["signed_entry"])
        else:
            audience = {"account": "everyone", "panel": "panel"}.get(by, "link")
            project = world.project()
            data = world.dataset(project, items=6, systems=("Heron",))
            self.batch = world.live_batch(project, data, audience=audience, **TERMS)
        if by == "panel":
            exits = {outcome.value: {"code": f"CODE-{outcome}"} for outcome in Outcome}
            self.panel = panel_of(self.batch, "clickworker", cap=9)
            type(self.panel).objects.update(exits=exits)

    def come_in(self, **data: str) -> None:
        if self.by == "account":
            self.browser.force_login(world.annotator())
        elif self.by.endswith("link"):
            uses = 1 if self.by == "personal link" else 5
            terms = LinkTerms(uses=uses, cap=9)
            by = world.researcher(self.batch.project)
            _link, token = make_link(batch=self.batch, key="k", by=by, terms=terms)
            self.browser.post(f"/join/{token}/")
        elif self.by == "panel":
            self.browser.post(way_in(self.panel, "user_id=5"), data)
        else:
            self._come_from_prolific(data)
        if self.by in {"account", "personal link", "open link"}:
            begin = reverse("begin_sitting", args=[self.batch.pk])
            self.browser.post(begin, {"instructions": "read"})

    def _come_from_prolific(self, data: dict[str, str]) -> None:
        self.session = self.lab.server.send_person(self.lab.study.outside_id, "p1")
        if self.by.endswith("signed entry"):
            token = self.lab.server.entry_token(self.session)
            page = self.browser.get(self.lab.address(self.session, prolific_token=token))
            data = data | {"proof": page.context["proof"]}
        self.lab.come_in(self.session, self.browser, **data)

    @property
    def exit(self) -> str:
        if self.by == "panel":
            return way_out(self.panel)
        return self.lab.exit if self.lab else reverse("sitting", args=[self.batch.pk])

    @property
    def enrolment(self) -> Enrolment:
        return Enrolment.objects.filter(batch=self.batch).latest("pk")

    def rate(self, hits: int) -> None:
        for _turn in range(hits):
            world.submit(
                claim_assignment(annotator=self.enrolment.annotator, batch=self.batch), world.GOOD
            )

    def leave(self, **data: str) -> None:
        self.browser.post(self.exit, data)


def take_all(batch: Batch) -> None:
    """Let another person take every HIT."""
    Batch.objects.filter(pk=batch.pk).update(audience="everyone")
    other = enrol(annotator=world.person("other"), batch=batch, consent_given=True)
    Enrolment.objects.filter(pk=other.pk).update(sittings_begun=1, cap=99)
    with pytest.raises(NothingLeft):
        for _turn in range(99):
            world.rate(other.annotator, batch)


def do_all(visit: Visit) -> None:
    visit.come_in()
    visit.rate(3)
    visit.leave()


def stop_after(hits: int):
    def stop(visit: Visit) -> None:
        visit.come_in()
        visit.rate(hits)
        visit.leave(stop="yes")

    return stop


def decline(visit: Visit) -> None:
    visit.come_in(decline="yes")


def be_ended(visit: Visit) -> None:
    visit.come_in()
    visit.rate(1)
    stop_enrolment(enrolment_id=visit.enrolment.pk, reason="Checks failed.", by=None)
    visit.leave()


def find_nothing(visit: Visit) -> None:
    """Find no HITs left: people from a panel after they enter, and others before."""
    if visit.by in {"panel", "Prolific"}:
        visit.come_in()
        take_all(visit.batch)
        visit.leave()
    else:
        take_all(visit.batch)
        visit.come_in()


def go_away(visit: Visit, **since: int) -> None:
    visit.come_in()
    visit.rate(1)
    past = timezone.now() - timedelta(**since)
    Sitting.objects.update(started_at=past)
    Assignment.objects.filter(annotator__isnull=False).update(accepted_at=past, deadline_at=past)
    Assignment.objects.filter(state="submitted").update(submitted_at=past)


def rest(visit: Visit) -> None:
    go_away(visit, days=2)
    end_resting()


def not_come_back(visit: Visit) -> None:
    go_away(visit, hours=2)
    send_calls()


def at_prolific(state: str):
    def move(visit: Visit) -> None:
        visit.come_in()
        visit.rate(1)
        visit.lab.server.move(visit.session, state)
        follow()
        visit.leave()

    return move


THEN = {
    "does all HITs": do_all,
    "stops early, paid": stop_after(2),
    "stops early, unpaid": stop_after(1),
    "does nothing for a day, unpaid": rest,
    "does not want to take part": decline,
    "is removed by you": be_ended,
    "finds no HITs": find_nothing,
    "returns the submission on Prolific": at_prolific("RETURNED"),
    "runs out of time on Prolific": at_prolific("TIMED-OUT"),
    "does not come back": not_come_back,
}


def test_the_table_has_every_way():
    walked = ways()
    assert {then for _by, then, _sitting, _given in walked} == set(THEN)
    outcomes = {str(outcome.label).lower() for outcome in Outcome if outcome != "wrong_device"}
    named = {part for _by, _then, sitting, _given in walked for part in sitting.split(", ")}
    assert outcomes <= named


@pytest.mark.parametrize(("by", "then", "sitting_is", "given"), ways())
def test_a_way_in_and_out(prolific, by, then, sitting_is, given):
    visit = Visit(by, prolific)
    THEN[then](visit)
    sitting = Sitting.objects.filter(enrolment__batch=visit.batch).order_by("pk").last()
    if sitting is None:
        said, code = "not started", ""
    else:
        labels = [sitting.get_state_display(), sitting.get_outcome_display()]
        said = ", ".join(str(label).lower() for label in labels if label)
        code = sitting.code_given
    assert said == sitting_is
    if given == "nothing":
        assert code == ""
    else:
        own = Enrolment.objects.aggregate(code=Max("completion_code"))["code"]
        assert own == ""
        expected = f"CODE-{sitting.outcome}" if given == "the panel's code" else code
        assert (code, bool(code)) == (expected, True)
        assert code in visit.browser.get(visit.exit).content.decode()
    assert not any(line.difference for line in reconcile())
