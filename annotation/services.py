"""Addresses of PostgreSQL and Valkey, and secrets that are created once. The addresses come from
the environment or from the embedded services in `var/`."""

import contextlib
import json
import os
import secrets
import tempfile
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from annotation.environment import env_secret, env_text

# Unroutable on purpose: a command run while the services are down fails at the first query and
# shows this address.
NOT_RUNNING = {
    "database": "postgresql://postgres@/rateroom?host=/nonexistent/run-make-run-first",
    "redis": "redis://127.0.0.1:1/0",
}


MAIL_PORTS = {"smtp": 587, "smtps": 465}


def service_urls(var_dir: Path) -> dict[str, str]:
    """Return the addresses of the embedded services, by the keys `database` and `redis`. If the
    services are not running, no server answers at these addresses."""
    try:
        return json.loads((var_dir / "services.json").read_text())
    except FileNotFoundError:
        return NOT_RUNNING


def database_url(var_dir: Path) -> str:
    """Return the database's address. If the address has no password, the password from
    DATABASE_PASSWORD or DATABASE_PASSWORD_FILE is added."""
    url = env_text("DATABASE_URL") or service_urls(var_dir)["database"]
    return _with_password(url, env_secret("DATABASE_PASSWORD"))


def redis_url(var_dir: Path) -> str:
    """Return the address of Valkey. If the address has no password, the password from
    REDIS_PASSWORD or REDIS_PASSWORD_FILE is added."""
    url = env_text("REDIS_URL") or service_urls(var_dir)["redis"]
    return _with_password(url, env_secret("REDIS_PASSWORD"))


def _with_password(url: str, password: str) -> str:
    parts = urlsplit(url)
    if not password or parts.password:
        return url
    user, _at, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user}:{quote(password, safe='')}@{host}").geturl()


def secret_key(var_dir: Path) -> str:
    """Return this machine's own secret key. The key is created at its first use."""
    return drawn_once(var_dir / "secret_key", length=50)


def demo_password(var_dir: Path) -> str:
    return drawn_once(var_dir / "demo_password", length=12)


def mail_server(url: str) -> dict[str, object]:
    """Return Django's settings for the mail server at `url`.

    `smtp://user:password@host:587` switches to TLS after the greeting, `smtps://…:465` starts with
    TLS, and `smtp://…?tls=no` uses no TLS, for a server on the same machine. Raises ValueError with
    a message that says how to fix the address.
    """
    parts = urlsplit(url)
    if parts.scheme not in MAIL_PORTS or not parts.hostname:
        raise ValueError(
            "EMAIL_URL must look like smtp://user:password@host:587 "
            "or smtps://user:password@host:465."
        )
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or MAIL_PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and parts.query != "tls=no",
        "EMAIL_TIMEOUT": 20,  # seconds
    }


def drawn_once(path: Path, *, length: int) -> str:
    """Return a random text generated from `length` bytes. The text is created at its first use and
    stored in a file that only the file's owner can read."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:
            draft.write(secrets.token_urlsafe(length))
            draft.flush()
            # A link is never incomplete and is created only once. If two processes start together,
            # both use the text of the first.
            with contextlib.suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_text()
