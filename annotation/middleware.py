"""The Content-Security-Policy header, put together once for all the pages that ask for nothing of
their own."""

from collections.abc import Callable

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class StandingPolicyMiddleware(CSPMiddleware):
    """django-csp's middleware, which puts the policy together only where a view, a nonce or a
    setting changes it."""

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
