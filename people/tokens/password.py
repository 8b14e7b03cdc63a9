"""A hook that revokes a person's API tokens when the password changes. Someone who knew the old
password could have created a token."""

from people.models import User
from people.tokens.granting import end_tokens


class EndsTokens:
    """A password validator that accepts every password. Django tells validators about each new
    password, so that this one can revoke the person's API tokens. Django does not tell them if it
    only rehashes the same password."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Accept every password."""

    def get_help_text(self) -> str:
        return ""

    def password_changed(self, _password: str, user: User | None = None) -> None:
        if user is not None and not user.keeps_tokens:
            end_tokens(user=user)
