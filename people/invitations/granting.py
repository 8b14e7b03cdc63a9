"""Creating, emailing, revoking and accepting invitations."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.access import check_scope
from people.acts import record
from people.keys import derived_tokens, token_hash
from people.members import join
from people.models import Act, Invitation, Membership, Project, User
from people.models.tokens import Scope

MOST_USES = 500
MOST_DAYS = 90


class InvitationRefused(RateroomError):
    """Raised if the invitation cannot be accepted."""


@transaction.atomic
def invite(
    *,
    project: Project,
    role: str,
    key: str,
    by: User,
    address: str = "",
    uses: int = 1,
    days: int = 14,
    language: str = "en",
) -> tuple[Invitation, str]:
    """Create an invitation, record the act, and return the invitation with its token. The token is
    not stored. A repeated call with the same `key` returns the same invitation. Raises
    PermissionDenied for an API token without the scope for people."""
    check_scope(by, Scope.PEOPLE)
    token = token_of(project, key)
    invitation, created = Invitation.objects.get_or_create(
        project=project,
        key=key,
        defaults={
            "role": role,
            "address": address,
            "uses": uses,
            "language": language,
            "expires_at": timezone.now() + timedelta(days=days),
            "token_sha256": token_hash(token),
            "created_by": by,
        },
    )
    if created:
        record(
            by, Act.Verb.INVITED, invitation, after={"role": role, "address": address, "uses": uses}
        )
    return invitation, token


def token_for_mail(invitation: Invitation) -> str:
    """Return the invitation's token, which is derived from the site's secret key. Tasks that send
    emails get only the invitation's id, so that no secret passes through the broker."""
    return token_of(invitation.project, invitation.key)


@transaction.atomic
def revoke_invitation(*, project: Project, invitation_id: int, by: User) -> bool:
    """Revoke an invitation, and record the act. Return False if it was already revoked or does not
    exist. People who have accepted it remain in the project."""
    usable = Invitation.objects.filter(project=project, revoked_at__isnull=True)
    invitation = usable.select_for_update(no_key=True).filter(pk=invitation_id).first()
    if invitation is None:
        return False
    if invitation.batch_id is None:
        check_scope(by, Scope.PEOPLE)
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    record(by, Act.Verb.REVOKED, invitation)
    return True


def find_invitation(token: str) -> Invitation | None:
    """Return the project invitation with this token, even if it can no longer be used. Return None
    if there is no such invitation.

    The function in `recruiting.links.joining` finds invitations to a batch.
    """
    return (
        Invitation.objects.select_related("project", "created_by")
        .filter(token_sha256=token_hash(token), batch=None)
        .first()
    )


@transaction.atomic
def accept_invitation(*, token: str, user: User) -> Membership | None:
    """Accept the invitation and return the person's membership in its project. Return None if the
    invitation has no role. The account gets access to researchers' pages.

    People who already have a role keep it, and this does not count as a use of the invitation.
    Raises InvitationRefused if the invitation does not exist or can no longer be used.
    """
    invitation = Invitation.objects.select_for_update(of=("self",)).filter(
        token_sha256=token_hash(token), batch=None
    )
    chosen = invitation.select_related("project").first()
    if chosen is None:
        raise InvitationRefused(_("This link does not work. Check that you copied all of it."))
    membership = Membership.objects.filter(project=chosen.project, user=user).first()
    if membership is not None or (user.is_staff and not chosen.role):
        return membership
    if chosen.problem:
        raise InvitationRefused(chosen.problem)
    invitation.update(used=F("used") + 1, taken_by=user if chosen.uses == 1 else None)
    if not user.is_staff:
        user.is_staff = True
        user.save(update_fields=["is_staff"])
    if not chosen.role:
        return None
    return join(project=chosen.project, user=user, role=chosen.role)


def join_as_newcomer(*, token: str, name: str, email: str, password: str) -> User:
    """Create an account and accept the invitation in one transaction, and return the account.
    Raises InvitationRefused if the name is taken or the invitation cannot be accepted."""
    user = User(username=name, email=email)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            accept_invitation(token=token, user=user)
            return user
    except IntegrityError as error:
        raise InvitationRefused(_("This name is already taken.")) from error


def token_of(project: Project, key: str) -> str:
    return derived_tokens("people.invitations", f"{project.pk}:{key}")[0]
