"""Middleware that sets security headers on every response, including static files and probes."""

from collections.abc import Callable

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

# Pages need none of these features, and injected scripts should not have them either.
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
)


class StandingHeadersMiddleware:
    """Middleware that sets the security headers on every response, including static files, probes
    and refusals. A header that is already set is not changed.

    Responses that depend on the session are personal, so browsers and proxies are told not to store
    them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.standing = standing_headers()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        for name, value in self.standing.items():
            response.headers.setdefault(name, value)
        if "Cookie" in response.headers.get("Vary", ""):
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def standing_headers() -> dict[str, str]:
    return {
        HEADER: build_policy(),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": PERMISSIONS,
    }


class StandingPolicyMiddleware(CSPMiddleware):
    """django-csp's middleware, changed to share one policy between all pages. A separate policy is
    built only if a view, a nonce or a setting changes it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        self.standing = build_policy()
        policy = settings.CONTENT_SECURITY_POLICY
        self.plain = not policy.get("EXCLUDE_URL_PREFIXES") and not hasattr(
            settings, "CONTENT_SECURITY_POLICY_REPORT_ONLY"
        )

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        special = any(name.startswith("_csp") for name in vars(response)) or getattr(
            request, "_csp_nonce", None
        )
        if special or not self.plain or settings.DEBUG or HEADER in response:
            return super().process_response(request, response)
        response[HEADER] = self.standing
        return response
