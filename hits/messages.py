"""Messages between annotators and a batch's researchers: threads, unread messages, and sending."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from core.database.keyset import Key
from core.errors import RateroomError
from hits.models import Enrolment, Message
from people.acts import record
from people.models import Act, Project, User
from people.notices.sending import researchers_of, send

UNREAD = Q(messages__read_at__isnull=True)
# Threads with unread messages first, then the latest.
THREAD_KEYS = [Key(name, descending=True) for name in ("unread", "latest", "pk")]


def mark_read(*, enrolment: Enrolment, by_annotator: bool, newest: int | None = None) -> int:
    """Mark messages in the thread as read, and return their number. These are the annotator's
    messages if `by_annotator` is true, or else the researchers'. Messages after the one with the id
    `newest` stay unread."""
    unread = Message.objects.filter(enrolment=enrolment, by_annotator=by_annotator, read_at=None)
    if newest is not None:
        unread = unread.filter(pk__lte=newest)
    return unread.update(read_at=timezone.now())


def threads_of(projects: QuerySet[Project]) -> QuerySet[Enrolment]:
    """Return the enrolments that have messages. `written` is the number of messages, `unread` is
    the number of unread messages from the annotator, and `latest` is the time of the last
    message."""
    return (
        Enrolment.objects.filter(batch__project__in=projects, messages__isnull=False)
        .select_related("batch__project")
        .annotate(
            unread=Count("messages", filter=UNREAD & Q(messages__by_annotator=True)),
            written=Count("messages"),
            latest=Max("messages__sent_at"),
        )
    )


@dataclass(frozen=True)
class UnreadAnswers:
    """The number of researchers' messages in a batch that the annotator has not read."""

    batch: int
    title: str
    number: int
    latest: datetime


def unread_answers(annotator: User) -> Sequence[UnreadAnswers]:
    """Return the numbers of unread messages to the annotator by batch, the batch with the newest
    message first. Batches without unread messages are left out."""
    unread = Message.objects.filter(
        enrolment__annotator=annotator, by_annotator=False, read_at__isnull=True
    )
    rows = (
        unread.order_by()
        .values_list("enrolment__batch", "enrolment__batch__title")
        .annotate(number=Count("pk"), latest=Max("sent_at"))
        .order_by("-latest")
    )
    return [UnreadAnswers(*row) for row in rows]


LONGEST = 4000
MOST_AN_HOUR = 10  # messages of one annotator, over all batches
MOST_UNANSWERED = 5  # messages of one annotator in one thread
REPEATED = timedelta(minutes=1)  # the same text again within this time is a double click


class NotSent(RateroomError):
    """Raised if a message cannot be sent, because it is empty or too long, or there are too many
    messages."""


@transaction.atomic
def write_to_researchers(*, enrolment_id: int, annotator: User, text: str) -> Message:
    """Send an annotator's message, and email the researchers unless they already have an unread
    message in the thread. If the same message is repeated within a minute, return the first one.
    Raises NotSent, for example after MOST_UNANSWERED messages without a reply, or MOST_AN_HOUR in
    an hour."""
    enrolment = _locked(enrolment_id)
    text = _checked(text)
    if repeated := _repeated(enrolment, text, by_annotator=True):
        return repeated
    _refuse_too_many(enrolment, annotator)
    unread = enrolment.messages.filter(by_annotator=True, read_at=None).exists()
    message = Message.objects.create(
        enrolment=enrolment, by_annotator=True, author=annotator, text=text
    )
    if not unread:  # otherwise, the researchers have been notified already
        send(
            kind="message",
            subject=f"message:{message.pk}",
            to=researchers_of(enrolment.batch.project_id),
            values={"batch": enrolment.batch.title, "pseudonym": enrolment.pseudonym},
            path=reverse("admin:message_thread", args=[enrolment.pk]),
        )
    return message


@transaction.atomic
def answer_annotator(
    *, enrolment_id: int, by: User, text: str, newest: int | None = None
) -> Message:
    """Send a researcher's reply, record the act, and mark the annotator's messages up to `newest`
    as read. Email the annotator unless they already have an unread reply. If the same reply is
    repeated within a minute, return the first one. Raises NotSent if the text is empty or too
    long."""
    enrolment = _locked(enrolment_id)
    text = _checked(text)
    if repeated := _repeated(enrolment, text, by_annotator=False):
        return repeated
    unread = enrolment.messages.filter(by_annotator=False, read_at=None).exists()
    mark_read(enrolment=enrolment, by_annotator=True, newest=newest)
    message = Message.objects.create(enrolment=enrolment, by_annotator=False, author=by, text=text)
    batch = enrolment.batch
    record(by, Act.Verb.ANSWERED, batch, after={"annotator": enrolment.pseudonym})
    if not unread:
        send(
            kind="message_answered",
            subject=f"message:{message.pk}",
            to=User.objects.filter(pk=enrolment.annotator_id),
            values={"batch": batch.title},
            path=reverse("messages", args=[batch.pk]),
        )
    return message


def _locked(enrolment_id: int) -> Enrolment:
    enrolments = Enrolment.objects.select_for_update(of=("self",), no_key=True)
    return enrolments.select_related("batch").get(pk=enrolment_id)


def _checked(text: str) -> str:
    text = text.strip()
    if not text:
        raise NotSent(_("The message is empty."))
    if len(text) > LONGEST:
        raise NotSent(_("Write at most %(most)d characters.") % {"most": LONGEST})
    return text


def _repeated(enrolment: Enrolment, text: str, *, by_annotator: bool) -> Message | None:
    latest = enrolment.messages.order_by("-pk").first()
    if latest is None or (latest.by_annotator, latest.text) != (by_annotator, text):
        return None
    return latest if timezone.now() - latest.sent_at < REPEATED else None


def _refuse_too_many(enrolment: Enrolment, annotator: User) -> None:
    answers = enrolment.messages.filter(by_annotator=False).order_by("-pk")
    answered = answers.values_list("pk", flat=True).first() or 0
    if enrolment.messages.filter(pk__gt=answered).count() >= MOST_UNANSWERED:
        raise NotSent(
            _(
                "Your last %(most)d messages have not been answered yet. Wait for a reply before "
                "you write again."
            )
            % {"most": MOST_UNANSWERED}
        )
    hour_ago = timezone.now() - timedelta(hours=1)
    sent = Message.objects.filter(author=annotator, by_annotator=True, sent_at__gt=hour_ago)
    if sent.count() >= MOST_AN_HOUR:
        raise NotSent(
            _("You can send at most %(most)d messages per hour. Try again later.")
            % {"most": MOST_AN_HOUR}
        )
