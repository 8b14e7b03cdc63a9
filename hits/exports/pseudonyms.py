"""Pseudonyms that are the same in all batches of a project.

A pseudonym is the HMAC-SHA256 of the account's id. The project has a random key for this, which
never leaves the server. Readers of an export therefore cannot link a pseudonym to an account, or
find out whether annotators in two projects are the same person. Only people with access to the
server's database could do this, and they can read the answers anyway.
"""

from hits.models import PseudonymKey

BLOCK = 64  # block size of SHA-256 in bytes
INNER, OUTER = 0x36, 0x5C  # constants of HMAC (RFC 2104)


def padded_keys(project_id: int) -> tuple[bytes, bytes]:
    """Return the inner and the outer padded HMAC key of the project. The key is created when it is
    first used."""
    key, _created = PseudonymKey.objects.get_or_create(project_id=project_id)
    padded = bytes(key.secret).ljust(BLOCK, b"\0")
    return bytes(byte ^ INNER for byte in padded), bytes(byte ^ OUTER for byte in padded)
