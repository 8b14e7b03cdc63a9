"""An item's media as a page shows them, and the origins that linked media come from."""

from urllib.parse import urlsplit

from stimuli.models import ItemMedium
from stimuli.signed_media import medium_address
from surveys.base import Medium, Stimulus


def media_of(item_id: int, *, viewer: int | None) -> dict[str, Medium]:
    """The item's media by field, as `stimulus_of_hit` has them."""
    rows = ItemMedium.objects.filter(item=item_id).select_related("medium").order_by("field")
    return {
        row.field: shown_medium(
            row.medium.url,
            row.medium.shown_sha256,
            row.medium.content_type,
            row.medium.width,
            row.medium.height,
            viewer=viewer,
        )
        for row in rows
    }


def shown_medium(
    url: str | None,
    sha256: str | None,
    content_type: str,
    width: int | None,
    height: int | None,
    *,
    viewer: int | None,
) -> Medium:
    """A medium at its own address where it is a link, else at one of ours that is signed for
    `viewer`: `sha256` is the hash of what is shown (`Medium.shown_sha256`)."""
    if url is None:
        url = "" if viewer is None else medium_address(str(sha256), content_type, viewer=viewer)
    return Medium(url, content_type, width, height)


def outside_origins(stimulus: Stimulus) -> set[str]:
    """The origins of linked media, which the page's Content-Security-Policy must allow by name."""
    parts = [urlsplit(medium.url) for medium in stimulus.media.values()]
    return {f"{part.scheme}://{part.netloc}" for part in parts if part.netloc}
