"""Functions that decide whether `make run` includes the demo, and that return the lines about the
demo accounts that the console prints."""

from collections.abc import Mapping
from pathlib import Path

from annotation.services import demo_password

OFF = {"0", "false", "no", "off"}
LOOPBACK = ("127.", "localhost", "::1", "[::1]")


def host(environ: Mapping[str, str]) -> str:
    """Return the address that the site listens on."""
    return environ.get("BIND", "127.0.0.1")


def local_only(environ: Mapping[str, str]) -> bool:
    """Return whether the site listens only on a loopback address of this machine."""
    return host(environ).startswith(LOOPBACK)


def with_demo(environ: Mapping[str, str]) -> bool:
    """Return whether to include the demo. DEMO decides if it is set. Otherwise, only a local site
    includes the demo."""
    return environ["DEMO"].lower() not in OFF if environ.get("DEMO") else local_only(environ)


def login_lines(environ: Mapping[str, str], var_dir: Path) -> list[str]:
    """Return the lines about demo accounts that the console prints once the site is ready. They say
    how to log in, or why there is no demo. There are no lines if DEMO switches the demo off."""
    if with_demo(environ):
        from demo.accounts import ANNOTATOR, RESEARCHER

        password = demo_password(var_dir)
        where = (
            [] if local_only(environ) else ["  Both logins work only in a browser on this machine."]
        )
        return [
            f"  Researcher: {RESEARCHER} / {password}",
            f"  Annotator:  {ANNOTATOR} / {password}",
            *where,
        ]
    if environ.get("DEMO"):
        return []
    return [
        f"  The demo and its logins are off, because BIND={host(environ)} allows other machines.",
        "  DEMO=true turns them on. The logins then work only in a browser on this machine.",
    ]
