"""Access to the environment variables that `annotation.environment.variables` declares."""

import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from annotation.environment.variables import VARIABLES

ON = {"1", "true", "yes", "on"}
# Names with these prefixes are also valid. The operator, or the store that media are copied to,
# chooses the rest of the name.
PREFIXES = ("OIDC_", "TO_")
SIMILAR = 0.85


def env_text(name: str) -> str:
    """Return the variable's value, or its default if the variable is missing or empty."""
    return os.environ.get(name) or _default(name)


def env_bool(name: str) -> bool:
    return env_text(name).lower() in ON


def env_int(name: str) -> int:
    """Return the variable's value as a whole number of at least 0. Raises ValueError with a message
    that says how to fix the value."""
    value = env_text(name)
    if not value.isdecimal():
        raise ValueError(f"{name} is '{value}', which is not a whole number. Correct it.")
    return int(value)


def env_list(name: str) -> list[str]:
    """Return the comma-separated parts of the value, without surrounding spaces and empty parts."""
    return [part.strip() for part in env_text(name).split(",") if part.strip()]


def env_secret(name: str) -> str:
    """Return the content of the file that the variable NAME_FILE names, without surrounding spaces
    and line ends. If NAME_FILE is not set, return the variable's value or default.

    Exit with a message if the file cannot be read.
    """
    if path := os.environ.get(f"{name}_FILE"):
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise SystemExit(
                f"{name}_FILE names {path}, which cannot be read: {error.strerror}. Let the site's "
                "account read the file: chmod 644, in a folder that is closed to others."
            ) from error
    return env_text(name)


def misspelt(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that are probably misspelt, each with the name probably meant."""
    unknown = [name for name in environ if not {name, name.removesuffix("_FILE")} & set(VARIABLES)]
    similar = {name: get_close_matches(name, VARIABLES, n=1, cutoff=SIMILAR) for name in unknown}
    return {name: matches[0] for name, matches in similar.items() if matches}


def _default(name: str) -> str:
    return "" if name.startswith(PREFIXES) else VARIABLES[name].default
