"""Settings of the file store, a folder or an S3-compatible bucket, derived from its address."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NotRequired, TypedDict
from urllib.parse import parse_qsl, unquote, urlsplit

from annotation.environment import env_secret
from core.extras import require_extra

FOLDER = "stimuli.store.folder.FolderStore"
BUCKET = "stimuli.store.s3.S3Store"
SHAPES = (
    "file:/var/lib/rateroom/media, or "
    "s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1"
)
OPTIONS = {"endpoint", "region", "redirect"}


class Entry(TypedDict):
    """An entry of Django's STORAGES."""

    BACKEND: str
    OPTIONS: NotRequired[dict[str, str | None]]


def store_at(address: str, *, keys: str = "MEDIA") -> Entry:
    """Return an entry of Django's STORAGES for the address, which is `file:…` or `s3://…`.

    `keys` is the prefix of the environment variables with a bucket's keys, for example
    `MEDIA_ACCESS_KEY` and `MEDIA_SECRET_KEY`; with `_FILE` appended, the variables name files. If
    no keys are set, the machine's own role is used. Raises ValueError for an invalid address, and
    MissingExtra if the packages for buckets are not installed.
    """
    parts = urlsplit(address)
    if parts.scheme == "file" and parts.netloc in {"", "localhost"} and parts.path:
        return {"BACKEND": FOLDER, "OPTIONS": {"location": str(Path(unquote(parts.path)))}}
    if parts.scheme != "s3" or not parts.hostname:
        raise ValueError(f"The store of media is '{address}'. Write {SHAPES}.")
    require_extra("s3")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    if unknown := sorted(set(options) - OPTIONS):
        raise ValueError(
            f"The store of media has no option {', '.join(unknown)}. Write {SHAPES}. You can "
            "also add redirect=https://…."
        )
    for name in ("endpoint", "redirect"):
        if options.get(name) and not is_origin(options[name]):
            raise ValueError(f"{name} of the store of media must look like https://s3.example.org.")
    if parts.username or parts.password:
        raise ValueError(f"Put the keys into {keys}_ACCESS_KEY and {keys}_SECRET_KEY_FILE.")
    access_key, secret_key = env_secret(f"{keys}_ACCESS_KEY"), env_secret(f"{keys}_SECRET_KEY")
    if bool(access_key) != bool(secret_key):
        raise ValueError(f"Give both {keys}_ACCESS_KEY and {keys}_SECRET_KEY, or neither.")
    return {
        "BACKEND": BUCKET,
        "OPTIONS": {
            "bucket_name": parts.netloc,
            "location": parts.path.strip("/"),
            "endpoint_url": options.get("endpoint") or None,
            "region_name": options.get("region") or None,
            "access_key": access_key or None,
            "secret_key": secret_key or None,
            "redirect": options.get("redirect", ""),
        },
    }


def folder_store() -> Entry:
    return {"BACKEND": FOLDER}


def media_origin(value: str) -> str:
    """Return the origin of the media host without a final slash, or "" if there is none. Raises
    ValueError with a message that says how to fix the value."""
    origin = value.strip().rstrip("/").lower()
    if origin and not is_origin(origin):
        raise ValueError(
            f"MEDIA_ORIGIN is '{value}'. Write an origin such as https://media.example.org."
        )
    return origin


def is_another_site(origin: str, hosts: Sequence[str]) -> bool:
    """Return whether `origin` is certainly a different site from all of `hosts`. Host names of one
    site always share their last two labels, so names that share these labels count as one site."""
    ours = {tuple(host.lower().lstrip(".").split(".")[-2:]) for host in hosts}
    named = tuple((urlsplit(origin).hostname or "").split(".")[-2:])
    return bool(origin) and ours.isdisjoint({named, ("*",)})


def is_origin(value: str) -> bool:
    """Return whether `value` consists only of a scheme, a host and an optional port, as a page's
    Content-Security-Policy requires."""
    try:
        parts = urlsplit(value)
        plain = f"{parts.scheme}://{parts.hostname}" + (f":{parts.port}" if parts.port else "")
    except ValueError:
        return False
    host = re.fullmatch(r"[a-z0-9.-]+", parts.hostname or "")
    return parts.scheme in {"http", "https"} and host is not None and value.lower() == plain
