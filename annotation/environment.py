"""What the environment says, read in one way by settings and by what runs before them."""

import os


def env_bool(name: str, default: bool = False) -> bool:
    return os.environ.get(name, str(default)).lower() in {"1", "true", "yes", "on"}


def env_list(name: str, default: str = "") -> list[str]:
    """The parts between commas, without white space; none of them blank."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]
