"""A batch with a study at the simulated Prolific server."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from hits.models import Batch, Enrolment
from people.models import Project
from recruiting.models import Outcome, Sitting
from recruiting.prolific.models import Study, Submission, Workspace
from tests import world
from tests.recruiting.prolific.prolific_server import TOKEN, ProlificServer

PANEL = {"fee_rule": "panel", "fee_rate": Decimal("0.333")}
# What the form for a new study sends.
MAKE = {"action": "make", "hits": 4, "description": "Rate texts.", "devices": ["desktop", "mobile"]}
CODES = {outcome.value: f"CODE-{outcome.value}" for outcome in Outcome}


@dataclass
class Lab:
    """A live batch that is only open to participants of a Prolific study."""

    server: ProlificServer
    project: Project
    workspace: Workspace
    batch: Batch
    study: Study

    def person(self, participant: str) -> tuple[str, Client]:
        """Let the participant take a place in the study. Return the session and a browser."""
        return self.server.send_person(self.study.outside_id, participant), Client()

    def parameters(self, session: str, **changes: str) -> dict[str, str]:
        submission = self.server.submissions[session]
        return {
            "PROLIFIC_PID": submission["participant"],
            "STUDY_ID": submission["study_id"],
            "SESSION_ID": session,
        } | changes

    @property
    def door(self) -> str:
        return reverse("prolific_enter", args=[self.batch.pk])

    @property
    def exit(self) -> str:
        return reverse("prolific_leave", args=[self.batch.pk])

    def address(self, session: str, **changes: str) -> str:
        return f"{self.door}?{urlencode(self.parameters(session, **changes))}"

    def come_in(self, session: str, browser: Client, **changes: str):
        """Press the button on the entry page."""
        return browser.post(self.door, self.parameters(session, **changes))

    def sitting(self, session: str) -> Sitting:
        return Submission.objects.get(session=session).sitting

    def enrolment(self, session: str) -> Enrolment:
        return self.sitting(session).enrolment

    def rate(self, session: str, hits: int = 1) -> list[int]:
        """Claim and submit `hits` HITs. Return the ids of the assignments."""
        annotator = self.enrolment(session).annotator
        return [world.rate(annotator, self.batch).pk for _turn in range(hits)]

    def hook(self, body: bytes, headers: dict[str, str]):
        address = reverse("prolific_hook", args=[self.workspace.pk])
        return Client().post(address, body, content_type="application/json", **headers)


def make_workspace(project: Project, **changes) -> Workspace:
    workspace = Workspace(project=project, fee_rate=Decimal("0.333"), workspace_id="w1", **changes)
    workspace.token = TOKEN
    workspace.hook_secret = "hook-secret"
    workspace.save()
    return workspace


def make_lab(
    server: ProlificServer,
    *,
    items: int = 3,
    hits: int = 2,
    prepare: Callable[[Batch], object] | None = None,
    **terms,
) -> Lab:
    """Return a lab with `items` items by two systems and `hits` HITs per session. `prepare` is
    called with the draft."""
    project = world.project()
    data = world.dataset(project, items=items)
    draft = world.draft_batch(project, data, audience="panel", **PANEL | terms)
    if prepare:
        prepare(draft)
    batch = world.publish(draft)
    workspace = make_workspace(project)
    outside = "f" * 24
    server.studies[outside] = {
        "id": outside,
        "status": "ACTIVE",
        "internal_name": f"lab {batch.pk}",
        "total_available_places": 3,
        "places_taken": 0,
        "reward": 10,
    }
    study = Study.objects.create(
        batch=batch,
        internal_name=f"lab {batch.pk}",
        outside_id=outside,
        state="ACTIVE",
        hits_per_sitting=hits,
        minutes=2,
        places=3,
        reward=hits * batch.reward,
        fee_rate=workspace.fee_rate,
        codes=CODES,
    )
    return Lab(server, project, workspace, batch, study)
