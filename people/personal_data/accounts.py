"""The personal data in `people`, and its deletion."""

import secrets
from collections.abc import Iterable, Mapping

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db.models import Case, F, Q, TextField, When
from django.db.models.functions import Cast

from people.models import (
    Act,
    Invitation,
    Membership,
    Notice,
    NoticeSettings,
    PoolMember,
    Session,
    User,
)
from people.models.tokens import ApiToken
from people.personal_data.keepers import Row

PERSONAL = (
    (Notice, "mails"),
    (PoolMember, "pools"),
    (Session, "logins"),
    (SocialAccount, "institutions"),
    (ApiToken, "access tokens"),
)
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def account(user: User) -> Iterable[Row]:
    settings = NoticeSettings.objects.filter(user=user).first()
    yield {
        "name": user.get_username(),
        "first name": user.first_name,
        "last name": user.last_name,
        "email address": user.email,
        "without an account": user.is_guest,
        "since": user.date_joined,
        "last login": user.last_login,
        "language of emails": settings.language if settings else "",
        "emails turned off": list(settings.off) if settings else [],
    }


def logins(user: User) -> Iterable[Row]:
    sessions = Session.objects.filter(user=user).order_by("began_at", "session_key")
    return sessions.values("device", "began_at", "seen_at", open_until=F("expire_date"))


def factors(user: User) -> Iterable[Row]:
    rows: Iterable[Row] = Authenticator.objects.filter(user=user).order_by("pk")
    return rows.values("type", "created_at", "last_used_at")  # type: ignore[attr-defined]


def institutions(user: User) -> Iterable[Row]:
    rows: Iterable[Row] = SocialAccount.objects.filter(user=user).order_by("pk")
    return rows.values("provider", "uid", "date_joined", "last_login")  # type: ignore[attr-defined]


def mails(user: User) -> Iterable[Row]:
    return Notice.objects.filter(user=user).values("kind", "values", "created_at", "sent_at")


def projects(user: User) -> Iterable[Row]:
    for member in PoolMember.objects.filter(user=user).select_related("project"):
        yield {"project": member.project.name, "role": "pool", "since": member.added_at}
    for role in Membership.objects.filter(user=user).select_related("project"):
        yield {"project": role.project.name, "role": role.role, "since": None}


def names(user: User) -> Iterable[object]:
    yield from (user.get_username(), user.email, user.get_full_name())
    yield from (user.first_name, user.last_name)
    yield from SocialAccount.objects.filter(user=user).values_list("uid", flat=True)
    yield from Invitation.objects.filter(taken_by=user).values_list("address", flat=True)


def acts(user: User) -> Iterable[Row]:
    return Act.objects.filter(actor=user).values("at", "verb", "subject_name").order_by("pk")


def project_ids(user: User) -> Iterable[int]:
    yield from PoolMember.objects.filter(user=user).values_list("project", flat=True)
    yield from Membership.objects.filter(user=user).values_list("project", flat=True)


def erase(user: User, _texts: bool) -> Mapping[str, int]:
    """Delete the person's name, address, logins and emails, and return the number of changed or
    deleted rows by kind. The account's row is kept under a neutral name, because work and payments
    refer to it."""
    name = f"erased-{''.join(secrets.choice(LETTERS) for _letter in range(12))}"
    # First, because removing each is recorded as an act with the name that is deleted below.
    number, _by_model = Authenticator.objects.filter(user=user).delete()
    gone = {"second factors": number, "login": 1, "acts": _rename_in_acts(user, name)}
    for model, words in PERSONAL:
        gone[words] = model._default_manager.filter(user=user).delete()[0]
    NoticeSettings.objects.filter(user=user).delete()
    invited = Q(taken_by=user) | (Q(address__iexact=user.email) if user.email else Q())
    Invitation.objects.filter(invited).update(address="")
    user.username, user.email, user.first_name, user.last_name = name, "", "", ""
    user.verified_email = ""
    user.is_active = user.is_guest = user.is_staff = False
    user.last_login = None
    user.set_unusable_password()
    user.save(
        update_fields=[
            "username",
            "email",
            "verified_email",
            "first_name",
            "last_name",
            "is_active",
            "is_guest",
            "is_staff",
            "last_login",
            "password",
        ]
    )
    return gone


def _rename_in_acts(user: User, name: str) -> int:
    """Replace the person's names with `name` in the activity log. Return the number of changed
    entries."""
    names = {text for text in (user.get_username(), user.email) if text}
    own = Q(subject_type=User._meta.label_lower, subject_id=user.pk)
    # The person chose their token's name.
    tokens = ApiToken.objects.filter(user=user).values("pk")
    own |= Q(subject_type=ApiToken._meta.label_lower, subject_id__in=tokens)
    texts = {"before_text": Cast("before", TextField()), "after_text": Cast("after", TextField())}
    named = Q()
    for text in names:
        named |= Q(before_text__contains=text) | Q(after_text__contains=text)
    changed = 0
    acts = Act.objects.annotate(is_own=Case(When(own, then=True), default=False), **texts)
    for act in acts.filter(own | named).order_by("pk"):
        renamed = {
            "subject_name": name if act.is_own else None,
            "before": _renamed(act.before, names, name),
            "after": _renamed(act.after, names, name),
        }
        values = {key: value for key, value in renamed.items() if value is not None}
        changed += Act.objects.filter(pk=act.pk).update(**values)
    return changed


def _renamed(value: object, names: set[str], name: str) -> object:
    """Return `value` (text or JSON) with the person's names replaced with `name`. Only whole texts,
    and whole entries of texts separated by commas, are replaced."""
    if isinstance(value, dict):
        return {key: _renamed(each, names, name) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, names, name) for each in value]
    if isinstance(value, str):
        return ", ".join(name if part in names else part for part in value.split(", "))
    return value
