"""Settings of accounts, including passwords, two-factor authentication and institutional login."""

from datetime import timedelta

from annotation.accounts.institutions import oidc_apps
from annotation.environment import env_int, env_text

AUTH_USER_MODEL = "people.User"
# The first hasher is used for new passwords. A password hashed by another one is hashed again at
# the next login.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTHENTICATION_BACKENDS = ["people.sign_in.backend.Backend"]
SESSION_ENGINE = "people.sessions"
# How long a session lasts after it was last used, and after the person logged in.
SESSION_IDLE = timedelta(hours=env_int("SESSION_IDLE_HOURS"))
SESSION_LIFETIME = timedelta(hours=env_int("SESSION_LIFETIME_HOURS"))
SESSION_COOKIE_AGE = int(SESSION_LIFETIME.total_seconds())
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "account_login"
PASSWORD_RESET_TIMEOUT = 24 * 3600
LEAST_PASSWORD_LENGTH = 10
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": LEAST_PASSWORD_LENGTH},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "people.sign_in.passwords.NoNamesValidator"},
    {"NAME": "people.tokens.password.EndsTokens"},
]

# Login with django-allauth. Our own user model stores the addresses of accounts, unverified.
ACCOUNT_ADAPTER = "people.sign_in.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = (  # a class, not a secret
    "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # noqa: S105 - a class
)
ACCOUNT_SESSION_REMEMBER = True
# Seconds until a person must confirm their identity again.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600
ACCOUNT_FORMS = {
    "login": "people.sign_in.forms.LoginForm",
    "change_password": "people.sign_in.forms.ChangePasswordForm",
    "set_password": "people.sign_in.forms.SetPasswordForm",
    "reset_password": "people.sign_in.forms.ResetPasswordForm",
    "reset_password_from_key": "people.sign_in.forms.NewPasswordForm",
    "reauthenticate": "people.factors.forms.PasswordForm",
}
# Each limit applies to an account together with a network, except `login_failed_network`. That one
# counts only wrong passwords: everyone in a laboratory can log in at once.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": "5/15m/key",
    "login_failed_network": "60/15m/key",
    "current_password": "5/15m/key",
    "change_password": None,
    "reset_mail": "3/15m/key",
    # Each visit to a batch's link without cookies creates a person; a class may share a network.
    "join": "60/15m/key",
    "reset_password": None,
    "reset_password_from_key": None,
    # A panel can send many people from one university at the same time.
    "panel_entry": "60/15m/key",
}
# A person without an account can come back by their own link for this many days after its last use,
# and longer until they have been paid.
GUEST_LINK_DAYS = env_int("GUEST_LINK_DAYS")
# People who must have a second factor: `none`, `owners` (every role that moves money, and
# superusers), or `researchers` (everyone with the desk).
REQUIRE_SECOND_FACTOR = env_text("REQUIRE_SECOND_FACTOR")
MFA_ADAPTER = "people.factors.adapter.FactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "people.factors.forms.AuthenticateForm",
    "reauthenticate": "people.factors.forms.ReauthenticateForm",
    "activate_totp": "people.factors.forms.ActivateForm",
    "add_webauthn": "people.factors.forms.KeyForm",
}
# steps of 30 seconds, before and after: people type slowly, and clocks differ
MFA_TOTP_TOLERANCE = 1
MFA_RECOVERY_CODES_SHOW_ONCE = True
# The addresses of accounts are not verified, so an unverified one is accepted.
MFA_ALLOW_UNVERIFIED_EMAIL = True

# Institutional logins: docs/operations/second-factor.md.
SOCIALACCOUNT_ADAPTER = "people.institutions.adapter.InstitutionAdapter"
SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": oidc_apps()}}
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5
