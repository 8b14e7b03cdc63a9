"""Log lines with the id of their request, as text for people or as JSON for programs."""

import logging
import re

from annotation.monitoring.json_lines import json_line
from people.requests.ids import request_id

# A part of an address this long is a token or a hash, for example of an invitation or a password
# reset.
_SECRET_PART = re.compile(r"[\w\-=.:]{25,}")


def without_secrets(path: str) -> str:
    """Return the path of a URL with its secret parts removed."""
    return _SECRET_PART.sub("…", path)


class RequestId(logging.Filter):
    """A filter that adds to each record the id of its request, or of the request that sent its
    task. The id is "-" if there is no request."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = getattr(record, "request_id", "") or request_id() or "-"
        return True


class JsonLines(logging.Formatter):
    """A formatter that writes one JSON object per line, with the time in UTC, the level, the
    logger, the message, the request id, and any traceback."""

    def format(self, record: logging.LogRecord) -> str:
        more = {"request": getattr(record, "request_id", "-")}
        if record.exc_info:
            more["traceback"] = self.formatException(record.exc_info)
        return json_line(
            record.getMessage(),
            source=record.name,
            level=record.levelname,
            created=record.created,
            **more,
        )
