"""The owner of a site on one's own machine: what the account is called, and what the console says
of it. No Django."""

from pathlib import Path

from annotation.services import drawn_once

NAME = "owner"
PROJECT = "My project"
OWNER_FILE = "owner.json"  # the command `rateroom` reads it


def owner_password(var_dir: Path) -> str:
    """Return the password that the account begins with on this machine."""
    return drawn_once(var_dir / "owner_password", length=12)


def owner_lines(var_dir: Path) -> list[str]:
    """Return the console's lines once the site is ready."""
    return [
        f"  Owner:      {NAME} / {owner_password(var_dir)}",
        f"  The owner's project is “{PROJECT}”. In another terminal: rateroom import --help",
    ]
