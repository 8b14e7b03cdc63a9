"""Email notifications, and each person's notification settings."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from people.models.users import User


class Notice(models.Model):
    """An email notification to one person about one subject. The combination of person, kind and
    subject is unique, so that a retry does not send the email again."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField("kind", max_length=30)  # name of a kind in people.notices
    subject = models.CharField("about", max_length=120)  # for example "appeal:12"
    values = models.JSONField("what its words need", default=dict)
    path = models.CharField("page", max_length=300)
    created_at = models.DateTimeField("made", auto_now_add=True)
    sent_at = models.DateTimeField("sent", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="notice_once", fields=["user", "kind", "subject"]),
        ]


class NoticeSettings(models.Model):
    """A person's notification settings: the kinds that are switched off, and the language of
    emails."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="notice_settings"
    )
    off = ArrayField(models.CharField(max_length=30), verbose_name="switched off", default=list)
    language = models.CharField("language of the mails", max_length=20, default="en")
