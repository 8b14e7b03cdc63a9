"""ETags, which save clients from repeating downloads and from overwriting unseen changes."""

from collections.abc import Callable, Mapping
from hashlib import sha256

from django.utils.http import parse_etags, quote_etag
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.problems import PreconditionFailed


def etag_of(representation: object) -> str:
    """Return the ETag of a reply's content. The same content always has the same ETag."""
    content: bytes = JSONRenderer().render(representation)
    return quote_etag(sha256(content).hexdigest()[:32])


def is_known(request: Request, etag: str) -> bool:
    """Return whether the client already has the reply with this ETag (`If-None-Match`)."""
    etags_seen = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in etags_seen or etag in {each.removeprefix("W/") for each in etags_seen}


def check_unchanged(request: Request, current: Callable[[], Mapping[str, object] | None]) -> None:
    """Raise PreconditionFailed if the `If-Match` header does not match the ETag of the `current`
    state. `current` is called only if the header is present."""
    wanted = parse_etags(request.headers.get("If-Match", ""))
    if not wanted or "*" in wanted:
        return
    entity = current()
    if entity is None or etag_of(entity) not in wanted:
        raise PreconditionFailed
