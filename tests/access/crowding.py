"""A study with long lists."""

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


def copies(rows: int, row: Model, **changes: object) -> None:
    """Store copies of a row. Each change is a value, or a function of the copy's number."""
    kept = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key
    }
    type(row).objects.bulk_create(
        type(row)(**kept | {name: _made(change, number) for name, change in changes.items()})
        for number in range(rows)
    )


def _made(change: object, number: int) -> object:
    return change(number) if isinstance(change, Callable) else change


def make_crowded_study(rows: int = ROWS) -> Study:
    study = make_study(items=max(rows, 5), annotators_per_hit=6)
    batch = Batch.objects.get(pk=study.names["batch"])
    for number in range(rows):
        _work(batch, number)
    _recruit(batch, rows)
    _prepare(study, batch, rows)
    _administer(study, study.project, rows)
    return study


def _work(batch: Batch, number: int) -> None:
    """Store a person with responses in every state. One response is reported and one is excluded."""
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


def _recruit(batch: Batch, rows: int) -> None:
    """Store many links, panels, sittings, submissions, messages and qualifications."""
    link = Invitation.objects.filter(batch=batch).first()
    copies(rows, link, key=str, token_sha256=lambda number: f"{number:064}", label=named)
    for number in range(3):
        Panel.objects.create(batch=batch, name=named(number), person_parameter="pid", cap=1)
    sitting = Sitting.objects.filter(enrolment__batch=batch).first()
    copies(rows, sitting, session=lambda number: f"more-{number}", state="active", ended_at=None)
    submission = Submission.objects.filter(study__batch=batch).first()
    more = iter(Sitting.objects.filter(session__startswith="more-"))
    copies(
        rows,
        submission,
        sitting_id=lambda _number: next(more).pk,
        session=lambda number: f"more-{number}",
    )
    thread = Message.objects.filter(enrolment__batch=batch).first()
    copies(rows, thread, text=lambda number: f"{named(number)}. " * 5)
    copies(rows, Qualification.objects.filter(project=batch.project).first(), name=named)
    held = Qualification.objects.filter(project=batch.project).order_by("pk").first()
    people = iter(Enrolment.objects.filter(batch=batch).order_by("-pk"))
    copies(rows, held.people.first(), user_id=lambda _number: next(people).annotator_id)


def _prepare(study: Study, batch: Batch, rows: int) -> None:
    """Store many batches, datasets, rubrics, prompt templates, judge runs and exports."""
    project = batch.project
    draft = Batch.objects.get(pk=study.names["draft"])
    copies(rows, draft, title=named)
    for number in range(rows):
        world.live_batch(project, world.dataset(project, items=1), title=named(number))
        source = library_source("image-paragraph")
        source = source.replace(
            "name: image-paragraph", f"name: moths-at-dusk-and-at-dawn-{number}"
        )
        load_version(source=source, project=project)
    copies(rows, batch.dataset, name=named)
    copies(rows, DatasetImport.objects.filter(project=project).first(), dataset_name=named)
    copies(rows, PromptTemplate.objects.filter(project=project).first(), name=named)
    copies(rows, JudgeRun.objects.get(pk=study.names["planned_run"]), name=named)
    run = JudgeRun.objects.get(pk=study.names["run"])
    copies(rows, run, name=lambda number: f"Read {number}")
    copies(rows, JudgeEndpoint.objects.filter(project=project).first(), name=named)
    copies(
        rows,
        ExportSnapshot.objects.filter(batch=batch).first(),
        sha256=lambda number: f"{number:064}",
    )


def _administer(study: Study, project: Project, rows: int) -> None:
    """Store many API tokens, webhooks, members, invitations and projects."""
    owner = study.people["owner"]
    for number in range(rows):
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
        rows,
        invitation,
        key=lambda number: f"i{number}",
        token_sha256=lambda number: f"{number:063}i",
    )
    copies(rows, Endpoint.objects.filter(project=project).first(), key=str, name=named)
    delivery = Delivery.objects.filter(endpoint=study.names["webhook"]).first()
    copies(rows, delivery.event, subject=lambda number: f"batch:{10**6 + number}")
    more = iter(Event.objects.filter(subject__startswith="batch:100"))
    copies(
        rows, delivery, message=lambda _number: uuid.uuid4(), event_id=lambda _number: next(more).pk
    )
