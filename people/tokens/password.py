"""A hook that revokes a person's API tokens when their password changes, because someone who knew
the old password may have created a token."""

from people.models import User
from people.tokens.granting import end_tokens


class EndsTokens:
    """A validator in AUTH_PASSWORD_VALIDATORS, through which Django reports each new password.
    Django does not report when it only rehashes the same password."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Accept every password. The validator only acts after a password has changed."""

    def get_help_text(self) -> str:
        return ""

    def password_changed(self, _password: str, user: User | None = None) -> None:
        if user is not None and not user.keeps_tokens:
            end_tokens(user=user)
