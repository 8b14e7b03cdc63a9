"""The system check for incomplete settings of institutional logins."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from people.requests.origins import is_loopback


@register()
def institutions_are_whole(**_kwargs: object) -> list[CheckMessage]:
    """Return an error for each institution in the settings without an HTTPS issuer, a client id or
    a client secret."""
    apps = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]
    return [problem for app in apps for problem in _problems(app)]


def _problems(app: dict[str, Any]) -> list[CheckMessage]:
    name, prefix = app["provider_id"], f"OIDC_{app['provider_id'].upper().replace('-', '_')}_"
    problems = []
    issuer = urlsplit(app["settings"]["issuer"])
    is_here = issuer.scheme == "http" and (
        issuer.hostname == "localhost" or is_loopback(issuer.hostname or "")
    )
    if not (issuer.scheme == "https" and issuer.hostname) and not is_here:
        problems.append(("issuer", f"Set {prefix}ISSUER to a URL that begins with https://."))
    if not app["client_id"]:
        problems.append(("client id", f"Set {prefix}CLIENT_ID to the institution's client id."))
    if not app["secret"]:
        problems.append(("secret", f"Set {prefix}CLIENT_SECRET_FILE to a file with the secret."))
    return [
        Error(f"The institutional login {name!r} has no valid {part}.", hint=hint, id="people.E004")
        for part, hint in problems
    ]
