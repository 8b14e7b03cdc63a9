"""Where a model answers, and with which key."""

import os

from judges.models import JudgeEndpoint
from surveys.errors import RateroomError


def credentials(endpoint: JudgeEndpoint) -> tuple[str, str | None]:
    """(key, base URL); no URL: the client's own. Raises RateroomError where the environment has no key."""
    if not endpoint.from_environment:
        return endpoint.key or "none", endpoint.base_url
    key = os.environ.get("OPENAI_API_KEY", "")
    if not key:
        raise RateroomError("The server has no OPENAI_API_KEY.", where=endpoint.name, remedy="Set it and restart.")
    return key, os.environ.get("OPENAI_BASE_URL") or None
