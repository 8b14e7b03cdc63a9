"""The institutions whose login the site accepts. Environment variables configure them."""

from annotation.environment import env_list, env_secret
from core.extras import require_extra


def oidc_apps() -> list[dict[str, object]]:
    """Return the django-allauth settings of each id in OIDC_PROVIDERS. The settings come from the
    variables whose names begin with OIDC_ and the id in capitals. A check at start reports missing
    variables. Raises MissingExtra if the needed packages are not installed."""
    names = env_list("OIDC_PROVIDERS")
    if names:
        require_extra("sso")
    return [_app(name) for name in names]


def _app(name: str) -> dict[str, object]:
    prefix = f"OIDC_{name.upper().replace('-', '_')}_"
    issuer = env_secret(f"{prefix}ISSUER").rstrip("/")
    return {
        "provider_id": name,
        "name": env_secret(f"{prefix}LABEL") or name,
        "client_id": env_secret(f"{prefix}CLIENT_ID"),
        "secret": env_secret(f"{prefix}CLIENT_SECRET"),
        "settings": {
            "server_url": issuer,
            "issuer": issuer,
            "oauth_pkce_enabled": True,
            # Accepted domains of verified addresses, accepted claims ("name=value"), and the values
            # of amr or acr that mean a second factor. Without them, everyone at the institution is
            # accepted, and its claims of second factors are ignored.
            "domains": [domain.lower() for domain in env_list(f"{prefix}DOMAINS")],
            "claims": env_list(f"{prefix}CLAIMS"),
            "second_factor": env_list(f"{prefix}SECOND_FACTOR"),
        },
    }
