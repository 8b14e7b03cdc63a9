"""The function that runs all checks of a live database and its media."""

from hits.verification import answers, checks, media, money, queue
from hits.verification.base import Finding


def verify(*, hashes: bool = False) -> list[Finding]:
    """Run every check of the database and the media, and return the results. If `hashes` is true,
    every stored file is read and hashed too."""
    every = [
        *queue.CHECKS,
        *checks.CHECKS,
        *answers.CHECKS,
        *money.CHECKS,
        *media.checks(hashes=hashes),
    ]
    return [check.run() for check in every]
