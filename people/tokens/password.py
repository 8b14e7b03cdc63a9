"""The end of a person's tokens when their password changes, by whichever way: anyone who knew the
former one may have created a token."""

from people.models import User
from people.tokens.granting import end_tokens


class EndsTokens:
    """One of AUTH_PASSWORD_VALIDATORS, which Django tells of each new password. A renewed hash of
    the same password is not one."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Every password is well."""

    def get_help_text(self) -> str:
        return ""

    def password_changed(self, _password: str, user: User | None = None) -> None:
        if user is not None and not user.keeps_tokens:
            end_tokens(user=user)
