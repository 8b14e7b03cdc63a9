"""Ending a person's tokens whenever their password changes, because someone who knew the old
password may have created one."""

from people.models import User
from people.tokens.granting import end_tokens


class EndsTokens:
    """An entry of AUTH_PASSWORD_VALIDATORS, which Django calls for each new password. Rehashing the
    same password does not count."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Accept every password."""

    def get_help_text(self) -> str:
        return ""

    def password_changed(self, _password: str, user: User | None = None) -> None:
        if user is not None and not user.keeps_tokens:
            end_tokens(user=user)
