"""Storing notifications, and emailing them after the transaction is committed."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from urllib.parse import urljoin

from celery import current_app
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from people.models import WRITERS, Notice, NoticeSettings, User
from people.notices.kind import Kind
from people.notices.kinds import KINDS
from people.site_addresses import site_address

MAIL_NOTICE = "people.tasks.mail_notice"
LATE_MINUTES = 30
GIVEN_UP_DAYS = 2


@transaction.atomic
def send(
    *, kind: str, subject: str, to: QuerySet[User], values: Mapping[str, object], path: str
) -> int:
    """Notify the active people in `to` about `subject`, if they have an email address and have not
    switched this kind off. Return the number of new notifications.

    `kind` is a key of `KINDS`, `values` has the values in the texts, and `path` is the page that
    the email links to. A person is notified only once about a subject. Return 0 if no mail server
    is configured.
    """
    if not settings.EMAIL_URL:
        return 0
    people = to.filter(is_active=True, is_demo=False).exclude(email="")
    before = Notice.objects.filter(kind=kind, subject=subject).values("user")
    wanting = (
        people if KINDS[kind].always else people.exclude(notice_settings__off__contains=[kind])
    )
    users = wanting.exclude(pk__in=before)
    notices = [
        Notice(user=user, kind=kind, subject=subject, values=dict(values), path=path)
        for user in users
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    new = Notice.objects.filter(kind=kind, subject=subject, sent_at__isnull=True)
    for notice_id in new.values_list("pk", flat=True) if notices else ():
        _mail_on_commit(notice_id)
    return len(notices)


def send_late() -> int:
    """Try again to email notifications that are late, because their tasks can be lost.
    Notifications older than GIVEN_UP_DAYS are left out. Return the number of late notifications."""
    now = timezone.now()
    waiting = Notice.objects.filter(
        sent_at__isnull=True,
        created_at__lt=now - timedelta(minutes=LATE_MINUTES),
        created_at__gte=now - timedelta(days=GIVEN_UP_DAYS),
    )
    late = list(waiting.values_list("pk", flat=True))
    for notice_id in late:
        _mail_on_commit(notice_id)
    return len(late)


def _mail_on_commit(notice_id: int) -> None:
    transaction.on_commit(partial(current_app.send_task, MAIL_NOTICE, args=(notice_id,)))


def researchers_of(project_id: int) -> QuerySet[User]:
    return User.objects.filter(
        memberships__project=project_id, memberships__role__in=WRITERS
    ).order_by("pk")


@transaction.atomic
def mail_notice(*, notice_id: int) -> bool:
    """Email a notification in the recipient's language. Return False if it was already sent.

    Raises OSError if the mail server refuses the email.
    """
    notice = (
        Notice.objects.select_for_update(of=("self",), no_key=True)
        .select_related("user")
        .filter(pk=notice_id, sent_at__isnull=True)
        .first()
    )
    if notice is None:
        return False
    kind = KINDS[notice.kind]
    with translation.override(_language_of(notice.user)):
        title, text = kind.written(notice.values)
        # A kind can choose the address.
        to = notice.values.get("to") or notice.user.email
        send_mail(title, _body(text, notice.path, kind), None, [to])
    notice.sent_at = timezone.now()
    notice.save(update_fields=["sent_at"])
    return True


def _body(text: str, path: str, kind: Kind) -> str:
    parts = [text, urljoin(settings.SITE_URL, path)]
    if not kind.always:
        switches = {"address": site_address("notices")}
        foot = _("You can switch these emails off here: %(address)s") % switches
        parts.append(f"-- \n{foot}")
    return "\n\n".join(parts)


def _language_of(user: User) -> str:
    chosen = NoticeSettings.objects.filter(user=user).first()
    return chosen.language if chosen else settings.LANGUAGE_CODE
