"""Cutting a browser off from the network. Playwright's offline mode lets some requests through
while a page is replaced or closed."""


def cut_off(page) -> None:
    """Abort all requests of the browser's context. Its pages do not know that they are offline."""
    page.context.route("**/*", lambda route: route.abort("internetdisconnected"))


def reconnect(page) -> None:
    page.context.unroute_all(behavior="ignoreErrors")
