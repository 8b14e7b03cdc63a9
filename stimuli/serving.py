"""HTTP responses with stored content, in whole or in part, from a folder or a bucket."""

from collections.abc import Iterator

from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags

from stimuli.store import read_content, size_of, storage_name, the_store
from stimuli.store.errors import RETRY_SECONDS, NoSuchRange, StoreAway
from stimuli.store.spans import Content, Span, span_of

# Maximum number of seconds that the store's own address of a file is valid. Anyone with the address
# can open the file.
REDIRECTED_SECONDS = 3600
OTHER_TYPE = "application/octet-stream"
Headers = dict[str, str]


def media_response(
    request: HttpRequest, sha256: str, content_type: str, *, seconds: int, scope: str = "private"
) -> HttpResponseBase:
    """Return a response with the stored bytes of this SHA-256 or with the requested range, or a
    redirect to the store's URL. The browser can cache the bytes for `seconds`. If `scope` is
    `public`, shared caches can also store them. Raises Http404."""
    headers = {
        "Content-Type": content_type or OTHER_TYPE,
        "Content-Disposition": "inline",
        # The content never changes, because the address contains its hash. By default it is
        # private, because the address belongs to one account.
        "Cache-Control": f"{scope}, max-age={seconds}, immutable",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "ETag": f'"{sha256}"',
        "Accept-Ranges": "bytes",
    }
    if _is_known(request, headers["ETag"]):
        return HttpResponse(status=304, headers=headers)
    try:
        if request.method == "HEAD":
            return _head(sha256, headers)
        address = _of_its_own(sha256, headers, seconds)
        if address is not None:
            return address
        return _body(sha256, _span(request, headers["ETag"]), headers)
    except FileNotFoundError:
        raise Http404 from None
    except NoSuchRange as error:
        headers |= {"Content-Range": f"bytes */{error.total}", "Cache-Control": "no-store"}
        return HttpResponse(status=416, headers=headers)
    except StoreAway as error:
        return _away(error)


def _is_known(request: HttpRequest, etag: str) -> bool:
    """Return whether the browser already has the content in its cache. Only the ETag is compared,
    because stored content never changes."""
    etags = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in etags or bool({etag, f"W/{etag}"} & set(etags))


def _span(request: HttpRequest, etag: str) -> Span | None:
    if request.headers.get("If-Range", etag) != etag:
        return None
    return span_of(request.headers.get("Range", ""))


def _head(sha256: str, headers: Headers) -> HttpResponse:
    size = size_of(sha256)
    if size is None:
        raise FileNotFoundError
    return HttpResponse(headers=headers | {"Content-Length": str(size)})


def _body(sha256: str, span: Span | None, headers: Headers) -> HttpResponseBase:
    content = read_content(sha256, span)
    headers = headers | {"Content-Length": str(content.length)}
    if span is None or content.length == content.total:
        return _streamed(content, headers)
    last = content.first + content.length - 1
    headers["Content-Range"] = f"bytes {content.first}-{last}/{content.total}"
    return _streamed(content, headers, status=206)


def _streamed(content: Content, headers: Headers, status: int = 200) -> HttpResponseBase:
    if hasattr(content.body, "read"):  # a whole file of a folder, sent by the operating system
        return _WholeFile(content.body, status=status, headers=headers)
    response = StreamingHttpResponse(_pieces(content), status=status, headers=headers)
    closers = response._resource_closers  # type: ignore[attr-defined]  # noqa: SLF001
    closers.append(content.body.close)  # type: ignore[attr-defined]
    return response


class _WholeFile(FileResponse):
    """A file response with exactly the given headers. No header is derived from the file's name."""

    def set_headers(self, filelike: object) -> None:
        pass


def _pieces(content: Content) -> Iterator[bytes]:
    yield from content.body


def _of_its_own(sha256: str, headers: Headers, seconds: int) -> HttpResponse | None:
    """Return a redirect to the store's own URL for the content. Return None if the site does not
    redirect browsers to the store."""
    open_seconds = min(seconds, REDIRECTED_SECONDS) or REDIRECTED_SECONDS
    address = the_store().address(
        storage_name(sha256),
        headers={
            name: headers[name] for name in ("Content-Type", "Content-Disposition", "Cache-Control")
        },
        seconds=open_seconds,
    )
    if address is None:
        return None
    response = HttpResponseRedirect(address)
    # The redirect must not be cached for longer than its address is valid.
    response["Cache-Control"] = f"private, max-age={open_seconds // 2 if seconds else 0}"
    return response


def _away(error: StoreAway) -> HttpResponse:
    headers = {"Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store"}
    return HttpResponse(
        f"{error}\n", status=503, content_type="text/plain; charset=utf-8", headers=headers
    )
