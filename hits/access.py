"""Access to batches, HITs, responses and enrolments, with separate functions for researchers and
annotators. The functions do not reveal to people without access whether an object exists."""

from django.core.exceptions import PermissionDenied
from django.db.models import BooleanField, Exists, OuterRef, Q
from django.db.models.expressions import RawSQL
from django.http import Http404

from core.database.sql import load
from hits.models import HIT, Assignment, Batch, Enrolment
from hits.states import ANSWERED, CONDITIONS
from people.access import is_writer, projects_for
from people.models import User


def batch_for_researcher(user: User, pk: int, *, write: bool = False) -> Batch:
    """Return the batch if the user has a role in its project. Raises Http404 for other people, and
    PermissionDenied for viewers if `write` is true."""
    batch = (
        Batch.objects.select_related("project", "rubric_version__rubric", "dataset")
        .filter(pk=pk)
        .first()
    )
    if batch is None or not projects_for(user).filter(pk=batch.project_id).exists():
        raise Http404
    if write and not is_writer(user, batch.project_id):
        raise PermissionDenied
    return batch


def may_work_sql(batch: str, annotator: str) -> str:
    """Return an SQL condition: whether the person with the id `annotator` can see and claim HITs of
    the batch with the alias `batch`."""
    return load(CONDITIONS, "may_work", batch=batch, annotator=annotator)


def may_work(user: User) -> RawSQL:
    """Return the condition of `may_work_sql` for `user`, as a filter for `Batch.objects`."""
    sql = may_work_sql("hits_batch", "%s")
    values = [user.pk] * sql.count("%s")
    return RawSQL(sql, values, output_field=BooleanField())  # noqa: S611 - the file's text


# The states in which an annotator can open a batch. A closed one still shows how it ended.
VISIBLE = (Batch.State.LIVE, Batch.State.PAUSED, Batch.State.CLOSED)


def batch_for_annotator(user: User, pk: int) -> Batch:
    """Return a live batch that is open to the user, or any published batch that they have worked
    on. Raises Http404 for other batches."""
    batches = Batch.objects.select_related("project", "dataset", "rubric_version").filter(
        state__in=VISIBLE
    )
    # This is not a join, which would read the batch once for each of its annotators (maybe
    # thousands).
    worked = Exists(Enrolment.objects.filter(batch=OuterRef("pk"), annotator=user))
    batch = batches.filter(pk=pk).filter(Q(may_work(user), state=Batch.State.LIVE) | worked).first()
    if batch is None:
        raise Http404
    return batch


def answer_for_researcher(user: User, pk: int) -> Assignment:
    """Return the submitted assignment. Raises Http404 if the user has no role in its project."""
    answered = Assignment.objects.filter(pk=pk, state__in=ANSWERED)
    assignment = answered.select_related(
        "batch__project", "batch__rubric_version__rubric", "hit__item", "enrolment"
    ).first()
    if assignment is None or not projects_for(user).filter(pk=assignment.batch.project_id).exists():
        raise Http404
    return assignment


def hit_for_researcher(user: User, pk: int, *, write: bool = False) -> HIT:
    """Return the HIT with its batch if the user has a role in the project. Raises Http404 for other
    people, and PermissionDenied for viewers if `write` is true."""
    hit = HIT.objects.select_related("item").filter(pk=pk).first()
    if hit is None:
        raise Http404
    hit.batch = batch_for_researcher(user, hit.batch_id, write=write)
    return hit


def enrolment_for_researcher(user: User, pk: int, *, write: bool = False) -> Enrolment:
    """Return the enrolment with its batch if the user has a role in the batch's project. Raises
    Http404 for other people, and PermissionDenied for viewers if `write` is true."""
    enrolment = Enrolment.objects.filter(pk=pk).first()
    if enrolment is None:
        raise Http404
    enrolment.batch = batch_for_researcher(user, enrolment.batch_id, write=write)
    return enrolment


def assignment_for_annotator(user: User, pk: int) -> Assignment:
    assignment = (
        Assignment.objects.select_related(
            "batch__project", "batch__rubric_version", "hit__item", "enrolment"
        )
        .filter(pk=pk)
        .first()
    )
    if assignment is None or assignment.annotator_id != user.pk:
        raise Http404
    return assignment
