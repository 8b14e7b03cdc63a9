"""Sending messages to the researchers of a batch, or to one of its annotators."""

from datetime import timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.messages.reading import mark_read
from hits.models import Enrolment, Message
from people.acts import record
from people.models import Act, User
from people.notices.sending import researchers_of, send

LONGEST = 4000
MOST_AN_HOUR = 10  # by one annotator, over all batches
MOST_UNANSWERED = 5  # by one annotator in one thread
REPEATED = timedelta(minutes=1)  # the same text again within this time is a double click


class NotSent(RateroomError):
    """The message has no text, is too long, or exceeds a limit."""


@transaction.atomic
def write_to_researchers(*, enrolment_id: int, annotator: User, text: str) -> Message:
    """Send an annotator's message; a repeat within a minute returns the first one. Raises NotSent
    beyond MOST_UNANSWERED in the thread or MOST_AN_HOUR in total."""
    enrolment = _locked(enrolment_id)
    text = _checked(text)
    if repeated := _repeated(enrolment, text, by_annotator=True):
        return repeated
    _refuse_too_many(enrolment, annotator)
    unread = enrolment.messages.filter(by_annotator=True, read_at=None).exists()
    message = Message.objects.create(
        enrolment=enrolment, by_annotator=True, author=annotator, text=text
    )
    if not unread:  # otherwise they know already that a message waits
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
    """Send a researcher's answer, and mark the annotator's messages as read, as `mark_read` does.
    Raises NotSent."""
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
            _("Your last %(most)d messages are not answered yet.") % {"most": MOST_UNANSWERED}
        )
    hour_ago = timezone.now() - timedelta(hours=1)
    sent = Message.objects.filter(author=annotator, by_annotator=True, sent_at__gt=hour_ago)
    if sent.count() >= MOST_AN_HOUR:
        raise NotSent(_("You can send %(most)d messages per hour.") % {"most": MOST_AN_HOUR})
