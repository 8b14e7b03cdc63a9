"""The activity log of researchers: who did what, and when."""

from typing import ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from people.models.projects import Project
from people.models.users import User


class Act(models.Model):
    """An entry in the activity log, with its author, object and time. Only `people.acts.record`
    creates entries, and a trigger refuses changes and deletions.

    Annotators' work is not recorded here, because assignments, drafts and answers record it.
    """

    class Verb(models.TextChoices):
        CREATED = "created", _("Created")
        DUPLICATED = "duplicated", _("Duplicated")
        PUBLISHED = "published", _("Published")
        CANCELLED = "cancelled", _("Cancelled")
        PAUSED = "paused", _("Paused")
        RESUMED = "resumed", _("Resumed")
        CLOSED = "closed", _("Closed")
        AMENDED = "amended", _("Changed")
        EXTENDED = "extended", _("Extended")
        UNVEILED = "unveiled", _("Results seen before the batch closed")
        APPROVED = "approved", _("Approved")
        REJECTED = "rejected", _("Rejected")
        UNDONE = "undone", _("Undid a decision")
        EXCLUDED = "excluded", _("Excluded responses")
        READMITTED = "readmitted", _("Included responses again")
        ADJUDICATED = "adjudicated", _("Adjudicated")
        EXPORTED = "exported", _("Exported")
        INVITED = "invited", _("Invited")
        REVOKED = "revoked", _("Revoked")
        JOINED = "joined", _("Joined")
        ROLE_CHANGED = "role_changed", _("Changed")
        ARCHIVED = "archived", _("Archived")
        UNARCHIVED = "unarchived", _("Restored from the archive")
        DELETED = "deleted", _("Deleted")
        PART_PAUSED = "part_paused", _("Paused an annotator")
        PART_ENDED = "part_ended", _("Removed an annotator")
        PART_RESUMED = "part_resumed", _("Allowed an annotator to continue")
        MERGED = "merged", _("Annotators merged")
        PUT_BACK = "put_back", _("HIT available again")
        HIT_CLOSED = "hit_closed", _("HIT closed permanently")
        TOPPED_UP = "topped_up", _("Topped up pay to the minimum")
        DEPOSITED = "deposited", _("Funds added")
        BONUS_PAID = "bonus_paid", _("Bonus")
        GOODWILL_PAID = "goodwill_paid", _("Goodwill")
        PAID_OUT = "paid_out", _("Recorded payouts")
        PAYMENT_REVERSED = "payment_reversed", _("Reversal")
        ERASURE_ASKED = "erasure_asked", _("Requested the deletion of a person’s data")
        ERASURE_STOPPED = "erasure_stopped", _("Cancelled the deletion of a person’s data")
        ERASED = "erased", _("Deleted")
        ANSWERED = "answered", _("Replied to an annotator")
        QUALIFIED = "qualified", _("Granted a qualification")
        DISQUALIFIED = "disqualified", _("Revoked")
        SIGNED_IN = "signed_in", _("Logged in")
        TOKEN_ENDED = "token_ended", _("Revoked")
        HOOK_CHANGED = "hook_changed", _("Changed")
        HOOK_ROTATED = "hook_rotated", _("New secret")
        HOOK_RESENT = "hook_resent", _("Resent webhooks")
        HOOK_TESTED = "hook_tested", _("Sent a webhook test")
        HOOK_OFF = "hook_off", _("switched off")
        HOOK_ON = "hook_on", _("Switched on a webhook")
        SESSIONS_ENDED = "sessions_ended", _("Logged out devices")
        FACTOR_ADDED = "factor_added", _("Added two-factor authentication")
        FACTOR_REMOVED = "factor_removed", _("Removed two-factor authentication")
        CODES_MADE = "codes_made", _("New recovery codes")
        LOGIN_LINKED = "login_linked", _("Linked an institution’s login")
        LOGIN_UNLINKED = "login_unlinked", _("Unlinked an institution’s login")

    at = models.DateTimeField("when", auto_now_add=True)
    # Null if a task of the site did it.
    actor = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="acts", verbose_name="who"
    )
    verb = models.CharField("act", max_length=20, choices=Verb)
    # The API token used, or null in the browser. It is not a foreign key in the database, because
    # an act outlives the token and its name.
    token = models.ForeignKey(
        "people.ApiToken",
        on_delete=models.DO_NOTHING,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
        verbose_name="API token",
    )
    # The project is not a foreign key in the database, because an act outlives its object.
    project = models.ForeignKey(
        Project,
        on_delete=models.DO_NOTHING,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="acts",
    )
    subject_type = models.CharField("kind of object", max_length=80)  # for example "hits.batch"
    subject_id = models.BigIntegerField("object")
    subject_name = models.CharField("name of the object", max_length=200)  # its name at that time
    before = models.JSONField("before", null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField("after", null=True, encoder=DjangoJSONEncoder)
    # The id of the request, from `people.requests.ids`. Blank for commands and periodic tasks.
    request_id = models.CharField("request", max_length=32, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # Used by desk.acts for a page of a project's acts, newest first.
            models.Index(fields=["project", "-id"], name="act_of_project"),
            # Used by desk.acts for a page of an object's acts, newest first.
            models.Index(fields=["subject_type", "subject_id", "-id"], name="act_of_subject"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(name="act_has_a_verb", condition=~models.Q(verb="")),
        ]
