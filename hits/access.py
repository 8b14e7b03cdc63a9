"""Who may see or change an object: one function for each role. Nobody learns that a thing they may
not see exists."""

from django.core.exceptions import PermissionDenied
from django.db.models import BooleanField, Exists, OuterRef, Q
from django.db.models.expressions import RawSQL
from django.http import Http404

from hits.models import Assignment, Batch, Enrolment
from hits.states import USED
from people.access import projects_for
from people.models import User


def batch_for_researcher(user: User, pk: int, *, write: bool = False) -> Batch:
    """The batch, for a person with a role in its project. 404 without one; PermissionDenied for a
    viewer's write."""
    batch = (
        Batch.objects.select_related("project", "rubric_version__rubric", "dataset")
        .filter(pk=pk)
        .first()
    )
    if batch is None or not projects_for(user).filter(pk=batch.project_id).exists():
        raise Http404
    if write and not projects_for(user, write=True).filter(pk=batch.project_id).exists():
        raise PermissionDenied
    return batch


# Who may see and claim a batch: this is the one rule, asked by the list of open batches, the
# batch's page, enrolment, claims and what is prefetched. Each part looks one row up in a unique
# index: `admission_once`, `poolmember_once`, `membership_once`. The verdict is read as a value,
# since the planner never turns that into a scan of its table.
_MAY_WORK = """(
    case (select n.verdict from hits_admission n
           where n.batch_id = {batch}.id and n.user_id = {annotator})
    when 'refused' then false
    when 'admitted' then true
    else {batch}.audience = 'everyone'
      or {batch}.audience = 'pool' and exists (
        select from people_poolmember p
         where p.project_id = {batch}.project_id and p.user_id = {annotator})
    end
    and ({batch}.members_may_work or not exists (
        select from people_membership m
         where m.project_id = {batch}.project_id and m.user_id = {annotator})))"""


def may_work_sql(batch: str, annotator: str) -> str:
    """For SQL: whether the person with the id `annotator` may see and claim the batch under the
    alias `batch`."""
    return _MAY_WORK.format(batch=batch, annotator=annotator)


def may_work(user: User) -> RawSQL:
    """For a query of `Batch.objects`: the same as a condition."""
    sql = may_work_sql("hits_batch", "%s")
    values = [user.pk] * sql.count("%s")
    return RawSQL(sql, values, output_field=BooleanField())  # noqa: S611 - the text above


# What an annotator may open: also a closed batch, to read how it ended.
VISIBLE = (Batch.State.LIVE, Batch.State.PAUSED, Batch.State.CLOSED)


def batch_for_annotator(user: User, pk: int) -> Batch:
    """A published batch: a live one for whom it is meant, any for those who have worked in it."""
    batches = Batch.objects.select_related("project", "rubric_version").filter(state__in=VISIBLE)
    # Not joined: the batch would be read once for each of its annotators, who may be thousands.
    worked = Exists(Enrolment.objects.filter(batch=OuterRef("pk"), annotator=user))
    batch = batches.filter(pk=pk).filter(Q(may_work(user), state=Batch.State.LIVE) | worked).first()
    if batch is None:
        raise Http404
    return batch


def assignment_for_annotator(user: User, pk: int) -> Assignment:
    """The assignment, for the person who has it."""
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


# For SQL. A HIT that this person holds, has answered or gave back is not offered again; an expired
# one may be.
NOT_AGAIN = ", ".join(f"'{state}'" for state in (*USED, Assignment.State.RETURNED))
# For SQL: the texts of the outputs that a HIT `h` shows, in canonical order.
OUTPUT_TEXTS = """array(select o.text from unnest(h.output_ids) with ordinality as shown(id, place)
    join stimuli_output o on o.id = shown.id order by shown.place)"""
# For SQL: the annotator's own assignment `a`, and one, `mine`, that keeps its HIT from them. Not a
# bare comparison with the annotator: until the table's statistics know of their work, the planner
# would read all that they have, each time.
OWN = "a.id = %(assignment)s and (a.annotator_id = %(annotator)s) is true"
MINE = f"(mine.annotator_id = %(annotator)s and mine.state in ({NOT_AGAIN})) is true"
