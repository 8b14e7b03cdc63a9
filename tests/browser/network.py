"""Cutting a browser off for certain: emulated, being offline lets requests through while a page is
exchanged or closed."""


def cut_off(page) -> None:
    """No request leaves the browser's context any more; its pages are not told that they are
    offline."""
    page.context.route("**/*", lambda route: route.abort("internetdisconnected"))


def reconnect(page) -> None:
    page.context.unroute_all(behavior="ignoreErrors")
