"""A hook that ends a person's API tokens when their password changes, because someone who knew the
old password may have created a token."""

from people.models import User
from people.tokens.granting import end_tokens


class EndsTokens:
    """An entry of AUTH_PASSWORD_VALIDATORS, which Django calls for each new password. Django does
    not call the validator when it only rehashes the same password."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Accept every password, because this validator only acts when a password changes."""

    def get_help_text(self) -> str:
        return ""

    def password_changed(self, _password: str, user: User | None = None) -> None:
        if user is not None and not user.keeps_tokens:
            end_tokens(user=user)
