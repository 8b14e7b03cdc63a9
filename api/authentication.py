"""Who asks: the person for whom a bearer token speaks. Cookies say nothing here, so a page
elsewhere can make a browser write nothing."""

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
    """`Authorization: Bearer rr_…`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the person, limited to the token's permissions, and the token."""
        kind, _space, token = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != SCHEME.lower():
            return None
        row = find_token(token.strip())
        # A demo account speaks on the site's own machine only, by token too.
        if row is None or demo.refused(row.user, request._request):  # noqa: SLF001 - as DRF's own
            raise AuthenticationFailed("The token is unknown, expired or ended.")
        note_token(row.pk)
        return row.user, row

    def authenticate_header(self, _request: Request) -> str:
        return SCHEME
