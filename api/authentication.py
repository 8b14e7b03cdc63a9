"""Authentication by bearer token. A token acts for the person who created it. Cookies are ignored,
so that another site cannot make a person's browser change data here."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from people.models import User
from people.models.tokens import ApiToken
from people.requests.ids import note_token
from people.sign_in import demo
from people.tokens.granting import find_token

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """Authentication with the header `Authorization: Bearer rr_…`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the token's creator and the token. The creator's rights are limited to the rights
        of the token. Return None if the request has no bearer token. Raises AuthenticationFailed if
        the token is not valid."""
        kind, _space, token = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != SCHEME.lower():
            return None
        row = find_token(token.strip())
        # Even with a token, a demo account works only on the site's own machine.
        if row is None or demo.refused(row.user, request._request):  # noqa: SLF001 - as DRF's own
            raise AuthenticationFailed("The token is unknown, expired or revoked.")
        note_token(row.pk)
        return row.user, row

    def authenticate_header(self, _request: Request) -> str:
        return SCHEME
