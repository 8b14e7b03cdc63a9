"""Emails about finished batches, appeals and decisions on responses. `people.notices` decides who
gets them."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q
from django.db.models.functions import TruncHour
from django.urls import reverse
from django.utils import timezone

from hits.models import Appeal, Assignment, Batch
from hits.progress.webhook_events import tell_of_done
from hits.states import State
from people.models import Notice, User
from people.notices.sending import researchers_of, send
from tasks.webhooks.models import Kind
from tasks.webhooks.noting import wanting

# All decisions of one hour are sent in one email, because a reviewer decides on many responses in a
# row. Decisions that are older than this many hours are not sent.
HOURS_BACK = 24
OPEN = (State.FREE, State.SUSPENDED, State.CLAIMED)


def tell_of_done_batches(batch_id: int | None = None) -> int:
    """Send emails to researchers and events to webhooks about batches that have no unanswered HITs.
    Return the number of people notified.

    If `batch_id` is given, only this batch is checked. Return 0 without a search if email is not
    configured and no webhook wants this event.
    """
    if not settings.EMAIL_URL and not wanting(Kind.DONE).exists():
        return 0
    unanswered = Assignment.objects.filter(batch=OuterRef("pk"), state__in=OPEN)
    batches = Batch.objects.filter(
        **({} if batch_id is None else {"pk": batch_id}),
        state__in=[Batch.State.LIVE, Batch.State.PAUSED],
    )
    done = batches.filter(~Exists(unanswered), done_at__isnull=True)
    count = sum(map(_tell_of_done_batch, done.order_by("pk")))
    batches.filter(Exists(unanswered), done_at__isnull=False).update(done_at=None)
    return count


@transaction.atomic
def _tell_of_done_batch(batch: Batch) -> int:
    now = timezone.now()
    if not Batch.objects.filter(pk=batch.pk, done_at__isnull=True).update(done_at=now):
        return 0
    tell_of_done(batch)
    return send(
        kind="batch_done",
        subject=f"batch:{batch.pk}:{now.date().isoformat()}",
        to=researchers_of(batch.project_id),
        values={"batch": batch.title},
        path=f"{reverse('admin:review')}?batch={batch.pk}",
    )


def tell_of_objection(appeal: Appeal) -> None:
    batch = appeal.assignment.batch
    send(
        kind="objection",
        subject=f"appeal:{appeal.pk}",
        to=researchers_of(batch.project_id),
        values={"batch": batch.title},
        path=reverse("admin:appeal", args=[appeal.pk]),
    )


def tell_of_answer(appeal: Appeal) -> None:
    send(
        kind="objection_answered",
        subject=f"appeal:{appeal.pk}",
        to=User.objects.filter(pk=appeal.assignment.annotator_id or 0),
        values={
            "batch": appeal.assignment.batch.title,
            "granted": appeal.decision == Appeal.Decision.GRANTED,
            "answer": appeal.answer,
        },
        path=reverse("own_work"),
    )


def tell_of_decisions() -> int:
    """Email annotators about the decisions on their responses, one email per batch and completed
    hour. Return the number of emails."""
    this_hour = timezone.now().replace(minute=0, second=0, microsecond=0)
    decided = Assignment.objects.filter(
        decided_at__lt=this_hour, decided_at__gte=this_hour - timedelta(hours=HOURS_BACK)
    )
    rows = (
        decided.exclude(annotator__email="")
        .annotate(hour=TruncHour("decided_at"))
        .values("annotator", "batch", "batch__title", "hour")
        .annotate(
            approved=Count("pk", filter=Q(state=State.APPROVED)),
            rejected=Count("pk", filter=Q(state=State.REJECTED)),
        )
        .order_by("hour", "batch", "annotator")
    )
    earlier = set(
        Notice.objects.filter(
            kind="decision", created_at__gte=this_hour - timedelta(hours=HOURS_BACK)
        ).values_list("subject", "user_id")
    )
    count = 0
    for row in rows:
        subject = f"batch:{row['batch']}:{row['hour']:%Y-%m-%dT%H}"
        if (subject, row["annotator"]) in earlier:
            continue
        count += send(
            kind="decision",
            subject=subject,
            to=User.objects.filter(pk=row["annotator"]),
            values={
                "batch": row["batch__title"],
                "approved": row["approved"],
                "rejected": row["rejected"],
            },
            path=f"{reverse('own_work')}?batch={row['batch']}",
        )
    return count
