"""What the environment says, read in one way by settings and by what runs before them."""

import os
from pathlib import Path


def env_bool(name: str, default: bool = False) -> bool:
    return os.environ.get(name, str(default)).lower() in {"1", "true", "yes", "on"}


def env_list(name: str, default: str = "") -> list[str]:
    """The parts between commas, without white space; none of them blank."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def env_secret(name: str) -> str:
    """The value of the variable, or what the file holds that `name`_FILE leads to, without the line
    end; blank where there is neither. Raises OSError with the path of a file that cannot be
    read."""
    if path := os.environ.get(f"{name}_FILE"):
        return Path(path).read_text(encoding="utf-8").strip()
    return os.environ.get(name, "")
