"""The owner of a site on a person's own machine: the name of the account, and the lines about it
that the console prints. Django is not needed."""

from pathlib import Path

from annotation.services import drawn_once

NAME = "owner"
PROJECT = "My project"
OWNER_FILE = "owner.json"  # the command `rateroom` reads this file


def owner_password(var_dir: Path) -> str:
    """Return the initial password of the owner's account on this machine. The password is created
    at its first use."""
    return drawn_once(var_dir / "owner_password", length=12)


def owner_lines(var_dir: Path) -> list[str]:
    """Return the lines about the owner's account that the console prints when the site is ready."""
    return [
        f"  Owner:      {NAME} / {owner_password(var_dir)}",
        f"  The owner's project is “{PROJECT}”. Next, in another terminal: rateroom import --help",
    ]
