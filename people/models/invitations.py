"""The model of an invitation to a project or of a link to a batch."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from people.models.projects import Membership, Project
from people.models.users import User


class Invitation(models.Model):
    """An invitation to a project, or a link to a batch. Anyone with the link can use it. Only the
    hash of the link's token is stored."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    # The invitation grants a role in the project, an account without a role, or work in a batch.
    role = models.CharField("role", max_length=12, choices=Membership.Role, blank=True)
    batch = models.ForeignKey(
        "hits.Batch", on_delete=models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    address = models.EmailField("email address", blank=True)
    # Generated with the form, so that submitting the form twice creates only one invitation.
    key = models.CharField(max_length=60, editable=False)
    token_sha256 = models.CharField(max_length=64, unique=True, editable=False)
    uses = models.PositiveSmallIntegerField("how many people may use it", default=1)
    # For a link to a batch. Someone who clears their cookies counts as a new person, so `uses` and
    # `cap` together limit the total work.
    cap = models.PositiveIntegerField("most HITs per person", null=True, blank=True)
    # For a shared link: maximum number of people in one network who can hold a HIT before they
    # submit their first response.
    newcomers_per_network = models.PositiveSmallIntegerField(
        "new people per network", default=5, db_default=5
    )
    confirms_email = models.BooleanField(
        "requires a confirmed email address", default=False, db_default=False
    )
    # The latest time when someone had to wait because their network was full.
    crowded_at = models.DateTimeField(null=True, blank=True, editable=False)
    # A person's id, or where the link is posted
    label = models.CharField("for", max_length=120, blank=True)
    used = models.PositiveSmallIntegerField("used", default=0, editable=False)
    # The person who used the invitation, if it is for one person. Deleting their data also clears
    # `address` and `label`.
    taken_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    language = models.CharField("language of the mail", max_length=20, default="en")
    expires_at = models.DateTimeField("expires")
    mailed_at = models.DateTimeField("mailed", null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField("revoked", null=True, blank=True, editable=False)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="invitation_once", fields=["project", "key"]),
            models.CheckConstraint(
                name="invitation_grants_one_thing",
                condition=models.Q(
                    role__in=["", "owner", "researcher", "viewer"], batch__isnull=True
                )
                | models.Q(role="", batch__isnull=False),
            ),
            models.CheckConstraint(
                name="invitation_uses",
                condition=models.Q(
                    uses__gte=1, used__lte=models.F("uses"), newcomers_per_network__gte=1
                ),
            ),
            models.CheckConstraint(
                name="invitation_open_link_is_capped",
                condition=models.Q(batch__isnull=True)
                | models.Q(uses=1)
                | models.Q(cap__isnull=False, cap__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.batch or self.get_role_display()} · {self.project}"

    @property
    def left(self) -> int:
        """Return the number of people who can still use the invitation."""
        return self.uses - self.used

    @property
    def problem(self) -> str:
        """Return a sentence that says why the invitation can no longer be used. Return "" if it can
        be used."""
        if self.revoked_at is None and self.left > 0 and self.expires_at > timezone.now():
            return ""
        return gettext("This invitation is no longer valid. Ask the sender for a new one.")
