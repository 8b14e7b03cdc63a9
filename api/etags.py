"""ETags: what a client last saw, so that it need not read it again, nor overwrite what it never
saw."""

from collections.abc import Callable, Mapping
from hashlib import sha256

from django.utils.http import parse_etags, quote_etag
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.problems import PreconditionFailed


def etag_of(representation: object) -> str:
    """Of the answer's content: the same content has the same."""
    content: bytes = JSONRenderer().render(representation)
    return quote_etag(sha256(content).hexdigest()[:32])


def is_known(request: Request, etag: str) -> bool:
    """Return whether the client has it already (`If-None-Match`)."""
    etags_seen = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in etags_seen or etag in {each.removeprefix("W/") for each in etags_seen}


def check_unchanged(request: Request, current: Callable[[], Mapping[str, object] | None]) -> None:
    """Raise PreconditionFailed where the client saw another state (`If-Match`) than the `current`
    one, which is asked for in that case alone."""
    wanted = parse_etags(request.headers.get("If-Match", ""))
    if not wanted or "*" in wanted:
        return
    entity = current()
    if entity is None or etag_of(entity) not in wanted:
        raise PreconditionFailed
