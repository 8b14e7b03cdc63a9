"""System checks that find misconfiguration before the first request and say how to fix it."""

import os

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Info, Tags, register
from django.core.files.storage import default_storage
from django.db import DatabaseError

from annotation.environment import env_secret, misspelt
from annotation.stores import FOLDER
from stimuli.media_origin import media_host
from stimuli.store import the_store
from stimuli.store.errors import StoreAway


@register(Tags.database)
def postgresql_only(**_kwargs: object) -> list[CheckMessage]:
    """Require PostgreSQL, because the queue, the ledger and the exports rely on its guarantees."""
    engine = settings.DATABASES["default"]["ENGINE"]
    if engine == "django.db.backends.postgresql":
        return []
    return [
        Error(
            f"The database is {engine}, but Rateroom runs only on PostgreSQL.",
            hint="Set DATABASE_URL to postgresql://user:password@host/name, or unset it for the "
            "embedded server.",
            id="annotation.E001",
        )
    ]


@register()
def pool_without_persistent_connections(**_kwargs: object) -> list[CheckMessage]:
    """Require CONN_MAX_AGE 0 if there is a connection pool, because Django then allows no
    persistent connections."""
    database = settings.DATABASES["default"]
    if not database.get("OPTIONS", {}).get("pool") or database.get("CONN_MAX_AGE") == 0:
        return []
    return [
        Error(
            "A connection pool needs CONN_MAX_AGE = 0.",
            hint="Remove conn_max_age from DATABASE_URL.",
            id="annotation.E002",
        )
    ]


@register()
def media_folder_writable(**_kwargs: object) -> list[CheckMessage]:
    """Check that the media folder is writable, so that imports can later store pictures in it."""
    if settings.STORAGES["default"]["BACKEND"] != FOLDER or _problem_of_store() is None:
        return []
    return [
        Error(
            f"The media folder {default_storage.path('')} cannot be written to.",
            hint="Set MEDIA_ROOT to a folder that this user can write to.",
            id="annotation.E003",
        )
    ]


@register(deploy=True)
def media_bucket_answers(**_kwargs: object) -> list[CheckMessage]:
    """Check that the media bucket can be reached, because its keys, name or address can be
    wrong."""
    if settings.STORAGES["default"]["BACKEND"] == FOLDER:
        return []
    if (problem := _problem_of_store()) is None:
        return []
    return [
        Error(
            str(problem),
            hint="Check RATEROOM_MEDIA, MEDIA_ACCESS_KEY and MEDIA_SECRET_KEY, and whether this "
            "machine can reach the store.",
            id="annotation.E006",
        )
    ]


def _problem_of_store() -> StoreAway | None:
    try:
        the_store().ask()
    except StoreAway as problem:
        return problem
    return None


@register(Tags.security)
def media_host_of_its_own(**_kwargs: object) -> list[CheckMessage]:
    """Check that MEDIA_ORIGIN has its own host name, because that host must serve only media."""
    host = media_host()
    if host is None or host not in settings.SITE_HOSTS:
        return []
    return [
        Error(
            f"MEDIA_ORIGIN names {host}, which is the site's own name.",
            hint="Use another name for media, for example https://media.example.org for "
            "https://ratings.example.org.",
            id="annotation.E007",
        )
    ]


@register()
def broker_address(**_kwargs: object) -> list[CheckMessage]:
    """Require a redis:// or rediss:// broker address, because Celery and the cache need Valkey."""
    if settings.REDIS_URL.startswith(("redis://", "rediss://")):
        return []
    return [
        Error(
            "REDIS_URL must begin with redis:// or rediss://.",
            hint="For example, write redis://127.0.0.1:6379/0, for Valkey too.",
            id="annotation.E004",
        )
    ]


@register()
def variables_spelt_right(**_kwargs: object) -> list[CheckMessage]:
    """Report misspelt environment variables, which would otherwise be ignored silently."""
    return [
        checks.Warning(
            f"{name} is not a setting.",
            hint=f"Did you mean {similar}? docs/operations/settings.md lists all settings.",
            id="annotation.W004",
        )
        for name, similar in misspelt(os.environ).items()
    ]


@register(Tags.security, deploy=True)
def hosts_beyond_this_machine(**_kwargs: object) -> list[CheckMessage]:
    """Warn if ALLOWED_HOSTS has no public host name, because requests to any other name are refused
    with status 400."""
    if set(settings.ALLOWED_HOSTS) - {"localhost", "127.0.0.1", "[::1]"}:
        return []
    return [
        checks.Warning(
            "ALLOWED_HOSTS names only this machine, so requests from other machines are refused.",
            hint="Set ALLOWED_HOSTS to the site's public name, for example ratings.example.org.",
            id="annotation.W001",
        )
    ]


@register(Tags.security, deploy=True)
def secret_key_shared(**_kwargs: object) -> list[CheckMessage]:
    """Warn if SECRET_KEY is not set. Each machine then creates its own key and refuses sessions
    from the other machines."""
    if env_secret("SECRET_KEY"):
        return []
    return [
        checks.Warning(
            "SECRET_KEY is not set, so each machine or container creates its own "
            "key. A login on one "
            "of them does not work on the others.",
            hint="Set SECRET_KEY or SECRET_KEY_FILE to the same long random text on all machines.",
            id="annotation.W002",
        )
    ]


@register(deploy=True)
def mail_server_known(**_kwargs: object) -> list[CheckMessage]:
    """Warn if there is no mail server, because people then get no link for a forgotten password."""
    if settings.EMAIL_URL:
        return []
    return [
        checks.Warning(
            "EMAIL_URL is not set, so people cannot get a link for a new password by email.",
            hint=(
                "Set EMAIL_URL to your mail server, for example "
                "smtp://user:password@mail.example.org:587."
            ),
            id="annotation.W003",
        )
    ]


@register(Tags.security, deploy=True)
def demo_logins_closed(**_kwargs: object) -> list[CheckMessage]:
    """Report demo accounts that can log in to a deployed site."""
    try:
        names = _open_demo_accounts()
    except DatabaseError:
        return [
            Info(
                "We could not check for demo accounts, because the database does not respond.",
                id="annotation.I001",
            )
        ]
    if not names:
        return []
    return [
        Error(
            f"Demo accounts can log in: {', '.join(names)}.",
            hint="Set DEMO=false, and set a new password for each account that is not part of the "
            "demo.",
            id="annotation.E005",
        )
    ]


def _open_demo_accounts() -> list[str]:
    """Return the names of demo accounts that can log in with these settings, or with the password
    that earlier versions used."""
    from demo.accounts import ANNOTATOR, RESEARCHER
    from people.models import User
    from people.sign_in.demo import WELL_KNOWN

    active = User.objects.filter(is_active=True).order_by("username")
    marked = [
        user for user in active.filter(is_demo=True) if settings.DEMO and user.has_usable_password()
    ]
    named = active.filter(is_demo=False, username__in=(RESEARCHER, ANNOTATOR))
    return [
        user.username
        for user in (*marked, *(user for user in named if user.check_password(WELL_KNOWN)))
    ]
