"""Publishing, pausing and closing a batch. Publishing moves money into escrow, and then creates
HITs and assignments in steps of limited size. Publishing can be interrupted at any point and
continued."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from core.database.bulk import analyze
from core.database.locks import alone_at
from core.database.outages import AWAY
from core.database.sql import load
from core.errors import RateroomError
from hits.batch_locks import lock_batch
from hits.batches.cost_preview import batch_fee, cost_preview
from hits.batches.designs import PUBLISH
from hits.batches.input_names import find_input_names
from hits.batches.making import (
    STEP,
    NotPublishable,
    annotators_of,
    forget_sample,
    main_hits,
    make_checks,
    make_step,
    stage_sample,
    step_values,
)
from hits.batches.pilots import refuse_pilot_people
from hits.batches.rule_plans import freeze_rules, thaw_rules
from hits.batches.sampling import drawn_count, eligible_items
from hits.batches.training import check_training
from hits.models import Assignment, Batch, CheckCredit, GoldKey
from hits.money.escrow import cancelled_before, escrow_batch, price, refund
from hits.money.training_pay import training_cost, unpaid_training, withdraw_places
from hits.progress.notices import tell_of_done_batches
from hits.progress.webhook_events import tell_of_publication
from hits.queue.completion import give_codes
from hits.queue.prefetched import free_prefetched, withdraw_unbegun
from hits.queue.schedule import withdraw_credits
from hits.states import UNDECIDED
from people.acts import record
from people.models import Act, User
from stimuli.models import Item
from surveys.base import MEDIA
from tasks.long_work.rows import Cancelled, begin_attempt, cancel, fail, fresh
from tasks.long_work.sending import send_on_commit

logger = logging.getLogger(__name__)

UNEXPECTED = (
    "Publishing stopped because of an unexpected error, which is in the worker's log. "
    "Try again, or cancel."
)
DELETED_AT_ONCE = 20_000
NOTHING_PLANNED = dict.fromkeys(
    ("hits_planned", "assignments_planned", "checks_planned", "hits_made"), 0
)
MAKE_HITS = "hits.tasks.expand_batch"


@transaction.atomic
def publish_batch(*, batch_id: int, by: User | None = None) -> bool:
    """Publish the batch: fix the fee, lock the rules, reserve the whole cost, and start a task that
    creates the HITs.

    Return False if the batch was already published. Raises RateroomError, and changes nothing, if
    the batch cannot be published.
    """
    batch = lock_batch(batch_id)
    if batch.state != Batch.State.DRAFT:
        return False
    preview = cost_preview(batch)
    check_items(batch)
    check_gold(batch)
    check_training(batch)
    if problem := batch.outputs_problem():
        raise NotPublishable(problem, where="Rubric")
    if problem := batch.language_problem():
        raise NotPublishable(problem, where="Language of the rubric")
    plan = freeze_rules(batch)
    Batch.objects.filter(pk=batch.pk, state=Batch.State.DRAFT).update(
        state=Batch.State.PUBLISHING,
        fee=batch_fee(batch),
        hits_planned=preview.cost.hits,
        assignments_planned=preview.cost.assignments,
        checks_planned=preview.cost.checks,
        **fresh(),
    )
    escrow_batch(batch=batch, amount=preview.cost.total, by=by)
    refuse_pilot_people(batch=batch, by=by)
    record(
        by,
        Act.Verb.PUBLISHED,
        batch,
        after={"hits": preview.cost.hits, "cost": preview.cost.total, "rules_sha256": plan.sha256},
    )
    send_on_commit(MAKE_HITS, batch.pk)
    return True


def check_items(batch: Batch) -> None:
    """Raise NotPublishable if an item has no value for a field that the rubric requires. The
    message names the first such items."""
    for need in batch.rubric_version.spec.fields():
        if not need.required:
            continue
        gold = batch.gold_keys.values("item")
        items = Item.objects.filter(Q(pk__in=eligible_items(batch).values("pk")) | Q(pk__in=gold))
        media = need.type in MEDIA
        lacking = (
            items.exclude(item_media__field=need.name)
            if media
            else items.exclude(fields__has_key=need.name)
        )
        names = list(lacking.order_by("pk").values_list("external_id", flat=True)[:5])
        if names:
            raise NotPublishable(
                _(
                    "The rubric shows `%(field)s` (%(type)s). The field is missing "
                    "from %(number)s items, for example %(names)s."
                )
                % {
                    "field": need.name,
                    "type": need.type,
                    "number": f"{lacking.count():,}",
                    "names": ", ".join(names),
                },
                where=_("Dataset"),
                remedy=_("Import the dataset with the missing field, or choose another rubric."),
            )


def check_gold(batch: Batch) -> None:
    """Raise NotPublishable if the batch needs gold but has none, or if its gold HITs do not fit its
    dataset or its rubric's pages."""
    if batch.wants_gold and not batch.gold_keys.filter(purpose=GoldKey.Purpose.GOLD).exists():
        raise NotPublishable(
            _("The batch is set to include gold, but has no known answers."),
            where=_("Quality checks"),
            remedy=_("Enter known answers for some items, or set gold to 0 %."),
        )
    per_page = batch.rubric_version.spec.outputs.per_page
    if batch.gold_keys.exclude(item__dataset=batch.dataset_id, output_ids__len=per_page).exists():
        raise NotPublishable(
            _("The gold HITs do not match this batch’s dataset or its number of outputs per page."),
            where=_("Quality checks"),
            remedy=_("Enter the known answers again."),
        )


def perform_publication(*, batch_id: int) -> None:
    """Create the HITs of a batch that is being published. If this fails, record the reason in the
    batch."""
    with alone_at(Batch.LOCK, batch_id):
        batch = Batch.objects.filter(pk=batch_id).first()
        if batch is None:
            logger.warning("Batch %s is gone; nothing to publish.", batch_id)
        elif begin_attempt(batch):
            try:
                make_hits(batch_id=batch_id)
            except Cancelled:
                logger.info("The publishing of batch %s was cancelled.", batch_id)
            except RateroomError as error:
                fail(batch, str(error))
                logger.warning("Batch %s could not be published: %s", batch_id, error)
            except (MemoryError, *AWAY):
                raise  # the reason is recorded elsewhere; the task runs again later
            except Exception:
                fail(batch, UNEXPECTED)
                raise


def make_hits(*, batch_id: int) -> None:
    """Create all HITs of a batch that is being published, in steps, and set the batch live. Raises
    Cancelled if the publication is cancelled.

    An interrupted run can be repeated, because each step is one transaction that skips existing
    rows.
    """
    batch = Batch.objects.select_related("rubric_version").get(pk=batch_id)
    if batch.state != Batch.State.PUBLISHING:
        return
    still = Batch.cancellable().filter(pk=batch.pk)
    count = drawn_count(batch)
    annotators = annotators_of(batch, count)
    with connection.cursor() as cursor:
        stage_sample(cursor, batch, count)
        for start in range(0, count, STEP):
            with transaction.atomic():
                make_step(cursor, batch, step_values(batch, start, annotators, step=STEP))
                end = start + STEP
                per_item = batch.hits_planned // count
                hits_made = end * per_item if end < count else main_hits(batch).count()
                _go_on(still.update(hits_made=hits_made))
        forget_sample(cursor)
    analyze("hits_hit, hits_assignment")
    with transaction.atomic():
        make_checks(batch)
        live = {"state": Batch.State.LIVE, "published_at": timezone.now()}
        _go_on(still.update(**live, **find_input_names(batch).noted))
        tell_of_publication(batch)


def _go_on(rows: int) -> None:
    """Raise Cancelled if an update changed no rows, because the batch is then no longer being
    published."""
    if not rows:
        raise Cancelled


@contextmanager
def staged_sample(batch: Batch, *, eligible: int | None = None) -> Iterator[CursorWrapper]:
    """Store the draft's sample in the temporary table `sampled_outputs`, and yield a cursor that
    can read the table. `eligible` is the number of eligible items if it is known. Raises
    RateroomError if no sample can be drawn."""
    count = drawn_count(batch, eligible=eligible)
    with transaction.atomic(), connection.cursor() as cursor:
        stage_sample(cursor, batch, count)
        yield cursor
        forget_sample(cursor)


@transaction.atomic
def retry_publishing(*, batch_id: int, by: User | None = None) -> bool:
    """Continue a publication that failed, from the point where it stopped. Return False if it has
    not failed or was cancelled."""
    stuck = Batch.objects.filter(pk=batch_id, state=Batch.State.PUBLISHING).exclude(
        publish_error=""
    )
    if stuck.filter(cancelled_at__isnull=True).update(publish_error="", **fresh()) != 1:
        return False
    batch = Batch.objects.get(pk=batch_id)
    record(by, Act.Verb.RESUMED, batch, after={"state": batch.state})
    send_on_commit(MAKE_HITS, batch_id)
    return True


@transaction.atomic
def cancel_publishing(*, batch_id: int, by: User) -> bool:
    """Cancel the publication, and start a task that turns the batch back into a draft. Return False
    if the batch is already live, or if its publication was already cancelled."""
    if not cancel(Batch(pk=batch_id), by=by):
        return False
    batch = Batch.objects.get(pk=batch_id)
    record(by, Act.Verb.CANCELLED, batch)
    send_on_commit("hits.tasks.withdraw_publication", batch_id)
    return True


def take_back_publication(*, batch_id: int) -> None:
    """Delete the HITs of a batch whose publication was cancelled, in steps. Then refund the batch's
    escrow, and turn the batch back into a draft.

    No one has seen these HITs, because HITs are only assigned in live batches.
    """
    cancelled = Batch.objects.filter(
        pk=batch_id, state=Batch.State.PUBLISHING, cancelled_at__isnull=False
    )
    with alone_at(Batch.LOCK, batch_id):
        while cancelled.exists() and _delete_step(batch_id):
            pass
        with transaction.atomic():
            batch = (
                cancelled.select_for_update(of=("self",), no_key=True)
                .select_related("project")
                .first()
            )
            if batch is not None:
                assignments = batch.assignments_planned + batch.checks_planned
                number = cancelled_before(batch)
                key = f"refund:cancelled:{batch.pk}:{number + 1}"
                refund(
                    batch=batch,
                    assignments=assignments,
                    extra=training_cost(batch),
                    key=key,
                    by=batch.cancelled_by,
                )
                cancelled.update(state=Batch.State.DRAFT)
                thaw_rules(batch_id)
                # Only a draft may lose its promised fee, so the state changes first.
                Batch.objects.filter(pk=batch_id).update(fee=None, **NOTHING_PLANNED)


def _delete_step(batch_id: int) -> bool:
    """Delete a limited number of the batch's check credits, training places, assignments or HITs.
    Return False if none are left."""
    with connection.cursor() as cursor:
        for name in ("delete_credits", "delete_places", "delete_assignments", "delete_hits"):
            cursor.execute(load(PUBLISH, name), {"batch": batch_id, "limit": DELETED_AT_ONCE})
            if cursor.rowcount:
                return True
    return False


@transaction.atomic
def pause_batch(*, batch_id: int, by: User | None = None) -> bool:
    """Pause the batch, so that no more HITs are assigned, and free its prefetched assignments.
    Claimed HITs can still be submitted. Return False if the batch is not live."""
    if not _change_state(batch_id, Batch.State.LIVE, Batch.State.PAUSED, Act.Verb.PAUSED, by):
        return False
    free_prefetched(batch_id=batch_id)
    return True


@transaction.atomic
def resume_batch(*, batch_id: int, by: User | None = None) -> bool:
    """Resume the batch, so that its HITs are assigned again. Return False if the batch is not
    paused."""
    return _change_state(batch_id, Batch.State.PAUSED, Batch.State.LIVE, Act.Verb.RESUMED, by)


def _change_state(batch_id: int, old: str, new: str, verb: str, by: User | None) -> bool:
    """Change the batch's state from `old` to `new`, and record `verb` in the activity. Return False
    if the state is not `old`."""
    if Batch.objects.filter(pk=batch_id, state=old).update(state=new) != 1:
        return False
    batch = Batch.objects.get(pk=batch_id)
    record(by, verb, batch, before={"state": old}, after={"state": new})
    return True


@transaction.atomic
def close_batch(*, batch_id: int, by: User | None = None) -> bool:
    """Close the batch: cancel its unclaimed assignments, and refund their cost. Claimed HITs can
    still be submitted. Return False if the batch is neither live nor paused."""
    batch = Batch.objects.select_for_update(no_key=True).get(pk=batch_id)
    if batch.state not in {Batch.State.LIVE, Batch.State.PAUSED}:
        return False
    tell_of_done_batches(batch.pk)  # first, because closed batches are not checked
    Batch.objects.filter(pk=batch.pk).update(state=Batch.State.CLOSED, closed_at=timezone.now())
    withdrawn = withdraw_credits(batch_id=batch.pk) + withdraw_unbegun(batch_id=batch.pk)
    refund(
        batch=batch,
        assignments=withdrawn,
        extra=withdraw_places(batch),
        key=f"refund:closed:{batch.pk}",
        by=by,
    )
    record(
        by,
        Act.Verb.CLOSED,
        batch,
        before={"state": batch.state},
        after={"state": Batch.State.CLOSED, "withdrawn": withdrawn},
    )
    give_codes(batch_id=batch.pk)
    return True


def promised(batch: Batch) -> Decimal:
    """Return the money that is still reserved for the batch. This is the cost of all free, claimed
    and undecided assignments and unclaimed checks, and the unpaid pay for training."""
    assignments = Assignment.objects.filter(batch=batch, state__in=UNDECIDED).count()
    checks = CheckCredit.objects.filter(batch=batch).count()
    return (assignments + checks) * price(batch) + unpaid_training(batch)
