"""What `manage.py verify` finds in a study of the tests."""

from hits.verification import verify

# Pictures in name only, and files that other tests of this process left.
MEDIA = {"media_there", "media_without_row", "files_left_over"}


def broken_promises() -> set[str]:
    """The names of the checks that find something, but for those of media."""
    return {finding.check.name for finding in verify() if finding.broken} - MEDIA
