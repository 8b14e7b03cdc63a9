"""Django's own checks, run without a database. They check that no migration is missing and that the
site is ready for deployment."""

import os
import secrets
import warnings

LINT_ENVIRONMENT = {
    "DJANGO_SETTINGS_MODULE": "annotation.settings",
    "DATABASE_URL": "postgresql://lint@127.0.0.1:1/lint",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "SECRET_KEY": secrets.token_urlsafe(50),
    "ALLOWED_HOSTS": "ratings.example.org",
    "HTTPS": "true",
    "EMAIL_URL": "smtp://mail.example.org",
}


def main() -> None:
    """Run the checks. Exit with a message and code 1 if a check fails."""
    os.environ.update(LINT_ENVIRONMENT)
    # Only a running database can tell whether the migrations were applied in order.
    warnings.filterwarnings("ignore", "Got an error checking a consistent migration history")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("makemigrations", "--check", "--dry-run")
    call_command("check", "--deploy", "--fail-level", "WARNING")


if __name__ == "__main__":
    main()
