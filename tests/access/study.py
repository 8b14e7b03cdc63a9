"""Two projects with objects of every kind, and a user for every role."""

import hashlib
import re
from dataclasses import dataclass

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from analysis.models import Report, ReportFigure
from analysis.report.computing import perform_report
from analysis.requests import report_for
from hits.background.asking import ask_for_snapshot
from hits.exports import ExportChoice
from hits.exports.snapshots import make_snapshot
from hits.models import Appeal, BackgroundTask, Batch, Enrolment, Message, Qualification
from hits.review.appeals import make_appeal
from hits.review.decisions import approve_assignments, reject_assignments
from judges.models import JudgeEndpoint, JudgeRun
from judges.replies.importing import JudgeSettings, import_judge_run
from payments.models import Transaction
from payments.payouts import record_payouts
from people.invitations.granting import invite
from people.models import Invitation, Membership, PoolMember, Project, User
from recruiting.around.attaching import store_page
from recruiting.around.models import BatchPage
from recruiting.guests.making import make_guest
from recruiting.guests.own_links import own_token
from recruiting.links.making import LinkTerms, make_link
from recruiting.models import Panel, Sitting
from recruiting.prolific.models import Study as PanelStudy
from recruiting.prolific.models import Submission as PanelSubmission
from recruiting.prolific.models import Workspace
from stimuli.models import DatasetImport, ItemMedium, Medium
from stimuli.shown import medium_address
from surveys.loading import library_source
from surveys.models import PromptTemplate
from surveys.questionnaires.loading import example_source
from surveys.questionnaires.spec import PageKind
from surveys.versions.storing import load_version
from tasks.webhooks.registering import Terms, register_endpoint
from tasks.webhooks.resending import send_test
from tasks.webhooks.switching import switch_off, switch_on
from tests import world
from tests.pages import log_in

# Everybody who asks. The annotator works in the project's batch, another annotator in none. "Other"
# is of another project.
ROLES = (
    *("stranger", "annotator", "another_annotator", "owner", "researcher", "viewer"),
    *("other_researcher", "other_viewer", "superuser"),
)
STAFF = ROLES[3:]
WORKER = "W0RKER7S1D"  # what a panel or a list of links calls the annotator
VISIT = "V1S1T0FPR0L1F1C"  # with the worker's id it opens the visit's work
# Texts of the study that are in no answer to them.
UNSEEN = {"viewer": (WORKER, VISIT), "owner": (VISIT,)}
OUTSIDE_THE_PROJECT = ("other_researcher", "other_viewer")


@dataclass(frozen=True)
class Study:
    """Two projects and their users. `people` maps roles to users, and `names` maps placeholders in
    addresses, such as `batch`, to objects of the first project."""

    people: dict[str, User | None]
    project: Project
    other: Project
    names: dict[str, object]

    def client(self, role: str) -> Client:
        """Return a client logged in as that role. An exception in a view gives status 500."""
        client = Client(raise_request_exception=False)
        if user := self.people[role]:
            log_in(client, user)
        return client

    def filled_in(self, text: str) -> str:
        """Return an address or a body with the first project's objects for their `{names}`."""
        for name, value in self.names.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text


def readable(answer: HttpResponse) -> bytes:
    """Return the page without its CSRF tokens, which differ in every response."""
    return re.sub(rb'"csrfmiddlewaretoken" value="\w+"', b"", answer.content)


def make_study(*, items: int = 3, annotators_per_hit: int = 2) -> Study:
    """Return the study. `items` and `annotators_per_hit` apply to the first project's batch."""
    project, other = world.project(name="Moths"), world.project(name="Lichens")
    people: dict[str, User | None] = {
        "stranger": None,
        "annotator": world.person("ada", email="ada@example.org"),
        "another_annotator": world.person("bob", email="bob@example.org"),
        "owner": _member("olga", project, Membership.Role.OWNER),
        "researcher": _member("rosa", project, Membership.Role.RESEARCHER),
        "viewer": _member("vito", project, Membership.Role.VIEWER),
        "other_researcher": _member("rolf", other, Membership.Role.RESEARCHER),
        "other_viewer": _member("vlad", other, Membership.Role.VIEWER),
        "superuser": world.person("root", is_staff=True, is_superuser=True),
    }
    _fill(other, world.person("ole"))
    work = {"items": items, "annotators_per_hit": annotators_per_hit}
    names = _fill(project, people["annotator"], **work) | _names_of_people(people)
    _name_the_worker(names["batch"])
    return Study(people, project, other, names)


def _name_the_worker(batch: object) -> None:
    """Store the worker's id, address and session id in every field that can hold them."""
    ids = {"PROLIFIC_PID": WORKER, "workerId": WORKER}
    Enrolment.objects.filter(batch=batch).update(outside_ids=ids)
    sittings = Sitting.objects.filter(enrolment__batch=batch)
    assert sittings.update(outside_ids=ids | {"SESSION_ID": VISIT}, session=VISIT) == 1
    submissions = PanelSubmission.objects.filter(sitting__in=sittings)
    assert submissions.update(participant=WORKER, session=VISIT) == 1
    links = Invitation.objects.filter(batch=batch)
    assert links.update(label=f"Worker {WORKER}", address=f"{WORKER}@example.org") == 1


def _member(name: str, project: Project, role: Membership.Role) -> User:
    user = world.person(name, is_staff=True, email=f"{name}@example.org")
    Membership.objects.create(project=project, user=user, role=role)
    return user


def _names_of_people(people: dict[str, User | None]) -> dict[str, object]:
    return {
        "user": people["another_annotator"].pk,
        "annotator": people["annotator"].pk,
        "member": people["viewer"].pk,
    }


def _unpublishable(project: Project) -> Batch:
    """Return a draft that cannot be published because its picture is missing."""
    draft = world.draft_batch(project, title=f"{project} draft")
    missing = Medium.objects.create(
        project=project, sha256="fe" * 32, content_type="image/png", width=8, height=6
    )
    ItemMedium.objects.filter(item__dataset=draft.dataset).update(medium=missing)
    return draft


def _fill(
    project: Project, annotator: User, *, items: int = 3, annotators_per_hit: int = 2
) -> dict[str, object]:
    """Store a live batch with responses in every state, a judge run and a report, and a draft.
    Return the objects by placeholder."""
    data = world.dataset(project, items=items)
    linked = Medium.objects.create(project=project, url="https://pictures.example.org/1.jpg")
    ItemMedium.objects.filter(item__dataset=data).update(medium=linked)
    batch = world.live_batch(
        project,
        data,
        annotators_per_hit=annotators_per_hit,
        title=f"{project} live",
        audience="pool",
    )
    PoolMember.objects.create(project=project, user=annotator)
    run = _judged(batch)
    submitted, appeal, claimed = _worked(batch, annotator)
    panel_submission = _recruited(batch)
    _asks_for_consent(batch)
    draft = _unpublishable(project)
    source = library_source("image-paragraph").replace(
        "name: image-paragraph", f"name: {project}".lower()
    )
    version = load_version(source=source, project=project)
    endpoint = JudgeEndpoint(
        project=project, name="Endpoint", base_url="https://judge.example.org/v1"
    )
    endpoint.key = f"the key of {project}"
    endpoint.save()
    template = PromptTemplate.objects.create(
        project=project, rubric=version.rubric, name="Mine", text="Rate it."
    )
    incoming = DatasetImport.objects.create(
        project=project, dataset_name="In", table="imports/x.csv", state="failed"
    )
    planned = JudgeRun.objects.create(
        batch=batch,
        name="Planned",
        model="m",
        endpoint=endpoint,
        state="ready",
        rubric_sha256="0" * 64,
    )
    report = _reported(batch)
    medium = str(_stored_medium(project).sha256)
    return {
        "project": project.pk,
        "batch": batch.pk,
        "draft": draft.pk,
        "panel_submission": panel_submission,
        "dataset": batch.dataset_id,
        "import": incoming.pk,
        "version": version.pk,
        "template": template.pk,
        "endpoint": endpoint.pk,
        "run": run.pk,
        "planned_run": planned.pk,
        "verdict": run.verdicts.first().pk,
        "assignment": claimed.pk,
        "hit": world.hit_path(claimed),
        "appeal_of_hit": world.hit_path(appeal.assignment, "appeal"),
        "submitted": submitted.pk,
        "own_answer": reverse("own_answer", args=[submitted.pk]),
        "reported_hit": claimed.hit_id,
        "review_of_it": reverse("admin:review_answer", args=[submitted.pk]),
        "appeal": appeal.pk,
        "rejected": appeal.assignment_id,
        "enrolment": batch.enrolments.get().pk,
        "pseudonym": batch.enrolments.get().pseudonym,
        "message": _asked(batch.enrolments.get()),
        **_invited(project),
        **_joining(batch, owner_of(project)),
        **_qualified(project, annotator),
        **_hooked(project),
        "transaction": Transaction.objects.filter(project=project, kind="payout").first().pk,
        "metric": batch.metrics.create(name="BLEU").pk,
        "report": report.pk,
        "snapshot": make_snapshot(batch=batch, choice=ExportChoice(), by=None).sha256,
        "task": ask_for_snapshot(
            batch=batch, choice=ExportChoice(), by=world.researcher(project)
        ).pk,
        "cancelled_merge": _cancelled_merge(batch),
        "figure": report.figures.get().name,
        "medium": medium_address(medium, "video/mp4", viewer=annotator.pk),
        "sha256_of_medium": medium,
    }


def _cancelled_merge(batch: Batch) -> int:
    """Return the id of a cancelled task that would have merged two annotators."""
    row = BackgroundTask.objects.create(
        project=batch.project,
        kind=BackgroundTask.Kind.MERGE,
        subject_id=batch.pk,
        subject_name=batch.title,
        parameters={"goes": 0, "stays": 0},
        parameters_sha256="0" * 64,
        state=BackgroundTask.State.CANCELLED,
        finished_at=timezone.now(),
        created_by=owner_of(batch.project),
    )
    return int(row.pk)


def _asked(part: Enrolment) -> int:
    """Return the id of an unread message from the annotator."""
    message = Message.objects.create(
        enrolment=part, by_annotator=True, author=part.annotator, text="Why?"
    )
    return int(message.pk)


def _invited(project: Project) -> dict[str, object]:
    """Return the id and the link of a project invitation."""
    owner = owner_of(project)
    invitation, token = invite(project=project, role="viewer", key="k", by=owner, uses=9)
    return {"invitation": invitation.pk, "link": reverse("invitation", args=[token])}


def _recruited(batch: Batch) -> int:
    """Store a Prolific workspace, a study and a submission. Return the submission's id."""
    workspace = Workspace(project=batch.project, fee_rate="0.333")
    workspace.token = f"the panel's token of {batch.project}"
    workspace.save()
    study = PanelStudy.objects.create(
        batch=batch,
        internal_name=f"{batch.project} study",
        outside_id=f"{batch.pk:024}",
        hits_per_sitting=1,
        minutes=1,
        places=3,
        reward=batch.reward,
        fee_rate=workspace.fee_rate,
    )
    session = f"session-{batch.pk}"
    sitting = Sitting.objects.create(
        enrolment=batch.enrolments.first(), channel="elsewhere", session=session
    )
    submission = PanelSubmission.objects.create(
        sitting=sitting, study=study, session=session, participant="p"
    )
    return submission.pk


def _asks_for_consent(batch: Batch) -> None:
    """Add a consent form to the batch. Annotators who have already started do not have to agree."""
    source = example_source(PageKind.CONSENT)
    version = store_page(batch=batch, page="consent", source=source, by=None)
    BatchPage.objects.create(batch=batch, page="consent", version=version)


def owner_of(project: Project) -> User:
    return world.person(f"inviter of {project}", is_staff=True)


def _joining(batch: Batch, owner: User) -> dict[str, object]:
    """Return a batch link with its id, a guest's own link, and a panel's id."""
    terms = LinkTerms(uses=9, cap=1)
    invitation, token = make_link(batch=batch, key="j", by=owner, terms=terms)
    own = reverse("come_back", args=[own_token(make_guest().guest)])
    panel = Panel.objects.create(batch=batch, name="Other", person_parameter="pid", cap=1)
    return {
        "batch_link": invitation.pk,
        "join": reverse("join", args=[token]),
        "come_back": own,
        "panel": panel.pk,
    }


def _qualified(project: Project, annotator: User) -> dict[str, object]:
    """Give the annotator a qualification that no batch requires. Return the ids of both rows."""
    qualification = Qualification.objects.create(project=project, name=f"Reads in {project}")
    row = qualification.people.create(user=annotator, origin="hand", reason="Known.")
    return {"qualification": qualification.pk, "qualified": row.pk}


def _hooked(project: Project) -> dict[str, object]:
    """Return the ids of a webhook and of its failed delivery."""
    owner, terms = owner_of(project), Terms("Hook", f"http://127.0.0.1:9/{project}", ["batch.done"])
    webhook = register_endpoint(project=project, terms=terms, key="w", by=owner)
    delivery = send_test(endpoint=webhook, key="t", by=owner)
    switch_off(endpoint=webhook, because="failing")
    switch_on(endpoint=webhook, by=owner)
    return {"webhook": webhook.pk, "delivery": delivery.pk}


def _judged(batch: Batch) -> JudgeRun:
    """Return a judge run whose scores are all 3. The annotator's scores are all 1."""
    units = world.shown_systems(batch)
    reply = "\n".join(f"Section {number}: 3" for number in range(1, 6))
    replies = [{"item": item, "system": system, "reply": reply} for item, system in units]
    import_judge_run(batch=batch, settings=JudgeSettings(name="Run", model="m"), replies=replies)
    return batch.judge_runs.get()


def _worked(batch: Batch, annotator: User):
    """Create four responses: paid, rejected with an appeal, submitted, and claimed. Return the
    submitted one, the appeal and the claim."""
    approved, rejected, submitted = (world.rate(annotator, batch) for _turn in range(3))
    approve_assignments(batch=batch, ids=[approved.pk], by=None)
    record_payouts(project=batch.project, name="list-1")
    reject_assignments(batch=batch, ids=[rejected.pk], reason="Too fast.", by=None)
    appeal: Appeal = make_appeal(
        annotator=annotator, assignment_id=rejected.pk, text="I looked twice."
    )
    batch.enrolments.update(completion_code=f"CODE-{batch.pk}", completed_at=timezone.now())
    return submitted, appeal, world.claim(annotator, batch)


def _reported(batch: Batch) -> Report:
    """Return a report with its statistics and one stub figure, as drawing all takes seconds."""
    report = report_for(batch)
    perform_report(report_id=report.pk)
    ReportFigure.objects.create(
        report=report, place=0, name="order", title="Order", alt="", svg=b"<svg/>", pdf=b"%PDF"
    )
    return report


def _stored_medium(project: Project) -> Medium:
    content = f"bytes of {project}".encode()
    medium = Medium(
        project=project, sha256=hashlib.sha256(content).hexdigest(), content_type="video/mp4"
    )
    if not default_storage.exists(medium.storage_name):
        default_storage.save(medium.storage_name, ContentFile(content))
    medium.save()
    return medium
