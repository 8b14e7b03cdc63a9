"""The site and the API token that a command uses. They come from command-line options, from the
environment, or from the site that `rateroom up` runs on this machine."""

import argparse
import hashlib
import json
import os
from pathlib import Path
from typing import Any

from rateroom_client import Rateroom

from rateroom.console import Failed
from rateroom.places import data_folder

OWNER_FILE = "owner.json"
WITHOUT_SITE = """No site is set, and no site was started on this machine.
To start a site, run: rateroom up
Or set RATEROOM_SITE to the site's address and RATEROOM_TOKEN to a token of that site."""
UNKNOWN_HERE = """There is no token for {site}.
Create a token on the site under "API tokens". To publish, it needs the scopes "write" and "money".
Then set RATEROOM_TOKEN to the token."""


def add_connection(parser: argparse.ArgumentParser) -> None:
    """Add the command-line options that set the site and the token."""
    group = parser.add_argument_group("the site")
    group.add_argument(
        "--site",
        metavar="ADDRESS",
        help="the site's address (default: RATEROOM_SITE, or this machine)",
    )
    group.add_argument(
        "--token", help="the token; RATEROOM_TOKEN is safer, because other users cannot see it"
    )


def connect(arguments: argparse.Namespace) -> Rateroom:
    """Return a client of the chosen site. Raises Failed if the site or its token is not set."""
    owner = local_owner(data_folder())
    site = arguments.site or os.environ.get("RATEROOM_SITE") or owner.get("address")
    if not site:
        raise Failed(WITHOUT_SITE)
    token = arguments.token or os.environ.get("RATEROOM_TOKEN")
    # This machine's token must only be sent to this machine's site.
    if not token and site.rstrip("/") == str(owner.get("address")).rstrip("/"):
        token = owner["token"]
    if not token:
        raise Failed(UNKNOWN_HERE.format(site=site))
    return Rateroom(site, token)


def local_owner(folder: Path) -> dict[str, Any]:
    """Return the address, token and project that `rateroom up` stored for the site's owner. Return
    an empty dict if `rateroom up` has not run with this data folder. Raises Failed if the file
    cannot be read."""
    try:
        noted: dict[str, object] = json.loads((folder / OWNER_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Failed(
            f"{folder / OWNER_FILE} cannot be read: {error}\nStart the site again: rateroom up"
        ) from error
    return noted


def key_of(command: str, *sent: object) -> str:
    """Return an idempotency key for a command with these arguments. Repeating the command with the
    same key gets the same reply.

    The key contains a hash, because headers are limited in length and characters.
    """
    content = json.dumps(sent, sort_keys=True).encode()
    return f"command: {command} {hashlib.sha256(content).hexdigest()}"


def project_of(site: Rateroom, name: str | None) -> dict[str, Any]:
    """Return the project with this name. Without a name, return the project of the site on this
    machine, or the token's only project. Raises Failed if there is no such project or the choice is
    not clear."""
    own = local_owner(data_folder())
    is_local = str(own.get("address", "")).rstrip("/") + "/api/v1/" == site.http.base
    wanted = name or os.environ.get("RATEROOM_PROJECT") or (own["project"] if is_local else None)
    projects = list(site.projects())
    chosen = [project for project in projects if wanted in {None, project["name"]}]
    if len(chosen) == 1:
        return chosen[0]
    names = ", ".join(sorted(project["name"] for project in projects)) or "none"
    what = f"There is no project {wanted}." if wanted else "No project is set."
    raise Failed(f"{what}\nSet --project to one of the token's projects: {names}.")
