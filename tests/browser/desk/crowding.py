"""A study whose lists have more rows than a page."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

from django.db.models import Model
from django.utils import timezone

from hits.models import (
    Admission,
    Batch,
    BrokenReport,
    Enrolment,
    Exclusion,
    ExportSnapshot,
    Message,
    Qualification,
)
from hits.money.bonuses import pay_bonus
from hits.queue.claiming import enrol
from hits.review.appeals import make_appeal
from hits.review.decisions import approve_assignments, reject_assignments
from judges.models import JudgeEndpoint, JudgeRun
from payments.payouts import record_payouts
from people.models import ApiToken, Invitation, Membership, PoolMember, Project
from recruiting.around.answering import decide
from recruiting.models import Panel, Sitting
from recruiting.prolific.models import Submission
from stimuli.models import DatasetImport
from surveys.loading import library_source
from surveys.models import PromptTemplate
from surveys.versions.storing import load_version
from tasks.webhooks.models import Delivery, Endpoint, Event
from tests import world
from tests.access.study import Study, make_study

ROWS = 26  # more than a page of any list
NAME = "Descriptions of moths at dusk and at dawn"


def named(number: int) -> str:
    return f"{NAME} {number}"


def copies(row: Model, **changes: object) -> None:
    """More rows like this one; a change is a value, or a function of the row's number."""
    kept = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key
    }
    type(row).objects.bulk_create(
        type(row)(**kept | {name: _made(change, number) for name, change in changes.items()})
        for number in range(ROWS)
    )


def _made(change: object, number: int) -> object:
    return change(number) if isinstance(change, Callable) else change


def make_crowded_study() -> Study:
    study = make_study(items=ROWS, annotators_per_hit=6)
    batch = Batch.objects.get(pk=study.names["batch"])
    for number in range(ROWS):
        _work(batch, number)
    _recruit(batch)
    _prepare(study, batch)
    _administer(study, study.project)
    return study


def _work(batch: Batch, number: int) -> None:
    """A person who did the batch: an answer in every state, one reported, one excluded."""
    name = f"annotator-with-a-long-name-{number}"
    person = world.person(name, email=f"{name}@example.org")
    PoolMember.objects.create(project=batch.project, user=person)
    part = enrol(annotator=person, batch=batch, consent_given=True)
    consent = batch.pages.get().version
    decide(enrolment_id=part.pk, version=consent, agrees=True, raw={}, language="en")
    approved, rejected, submitted = (world.rate(person, batch) for _turn in range(3))
    approve_assignments(batch=batch, ids=[approved.pk], by=None)
    pay_bonus(assignment=approved, amount=Decimal("0.10"), reason="Thanks.", key=f"bonus-{number}")
    reject_assignments(batch=batch, ids=[rejected.pk], reason="Too fast.", by=None)
    make_appeal(annotator=person, assignment_id=rejected.pk, text="I looked twice. " * 9)
    words = "The picture shows a moth, and the text a bird. " * 3
    BrokenReport.objects.create(assignment=submitted, category="mismatch", text=words)
    Exclusion.objects.create(assignment=submitted, rule=f"By hand {number}", reason=words)
    Message.objects.create(enrolment=part, by_annotator=True, author=person, text=words)
    Admission.objects.create(batch=batch, user=person, verdict="admitted", origin="owner")
    record_payouts(project=batch.project, name=f"payout-{number}")


def _recruit(batch: Batch) -> None:
    """Links, panels, sessions and submissions."""
    link = Invitation.objects.filter(batch=batch).first()
    copies(link, key=str, token_sha256=lambda number: f"{number:064}", label=named)
    for number in range(3):
        Panel.objects.create(batch=batch, name=named(number), person_parameter="pid", cap=1)
    sitting = Sitting.objects.filter(enrolment__batch=batch).first()
    copies(sitting, session=lambda number: f"more-{number}", state="active", ended_at=None)
    submission = Submission.objects.filter(study__batch=batch).first()
    more = iter(Sitting.objects.filter(session__startswith="more-"))
    copies(
        submission,
        sitting_id=lambda _number: next(more).pk,
        session=lambda number: f"more-{number}",
    )
    thread = Message.objects.filter(enrolment__batch=batch).first()
    copies(thread, text=lambda number: f"{named(number)}. " * 5)
    copies(Qualification.objects.filter(project=batch.project).first(), name=named)
    held = Qualification.objects.filter(project=batch.project).order_by("pk").first()
    people = iter(Enrolment.objects.filter(batch=batch).order_by("-pk"))
    copies(held.people.first(), user_id=lambda _number: next(people).annotator_id)


def _prepare(study: Study, batch: Batch) -> None:
    """Batches, datasets, rubrics, judges, exports."""
    project = batch.project
    draft = Batch.objects.get(pk=study.names["draft"])
    copies(draft, title=named)
    for number in range(ROWS):
        world.live_batch(project, world.dataset(project, items=1), title=named(number))
        source = library_source("image-paragraph")
        source = source.replace(
            "name: image-paragraph", f"name: moths-at-dusk-and-at-dawn-{number}"
        )
        load_version(source=source, project=project)
    copies(batch.dataset, name=named)
    copies(DatasetImport.objects.filter(project=project).first(), dataset_name=named)
    copies(PromptTemplate.objects.filter(project=project).first(), name=named)
    copies(JudgeRun.objects.get(pk=study.names["planned_run"]), name=named)
    run = JudgeRun.objects.get(pk=study.names["run"])
    copies(run, name=lambda number: f"Read {number}")
    copies(JudgeEndpoint.objects.filter(project=project).first(), name=named)
    copies(
        ExportSnapshot.objects.filter(batch=batch).first(), sha256=lambda number: f"{number:064}"
    )


def _administer(study: Study, project: Project) -> None:
    """Tokens, web hooks, members, invitations and projects."""
    owner = study.people["owner"]
    for number in range(ROWS):
        name = f"researcher-with-a-long-name-{number}"
        person = world.person(name, is_staff=True, email=f"{name}@example.org")
        Membership.objects.create(project=project, user=person, role="researcher")
        other = world.project(name=f"{NAME} as project {number}")
        Membership.objects.create(project=other, user=owner, role="owner")
        ApiToken.objects.create(
            user=owner,
            name=named(number),
            scopes=["read"],
            token_sha256=f"{number:064}",
            expires_at=timezone.now() + timedelta(days=9),
        )
    invitation = Invitation.objects.filter(project=project, batch=None).first()
    copies(
        invitation, key=lambda number: f"i{number}", token_sha256=lambda number: f"{number:063}i"
    )
    copies(Endpoint.objects.filter(project=project).first(), key=str, name=named)
    delivery = Delivery.objects.filter(endpoint=study.names["webhook"]).first()
    copies(delivery.event, subject=lambda number: f"batch:{10**6 + number}")
    more = iter(Event.objects.filter(subject__startswith="batch:100"))
    copies(delivery, message=lambda _number: uuid.uuid4(), event_id=lambda _number: next(more).pk)
