"""The problems that `manage.py verify` finds in the tests' data."""

from hits.verification import verify

# Pictures in name only, and files that other tests of this process left.
MEDIA = {"media_there", "media_without_row", "files_left_over"}


def broken_promises() -> set[str]:
    """Return the names of the checks that find problems, except the checks of media."""
    return {finding.check.name for finding in verify() if finding.broken} - MEDIA
