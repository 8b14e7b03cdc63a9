"""Pseudonyms that are the same in all batches of a project.

HMAC-SHA256 of the account's number under a key that was drawn for the project and never leaves the
server. A person with an export cannot trace a pseudonym to an account, or find out whether people
of two projects are the same. A person who can read the server's database could, as they can read
the answers.
"""

from hits.models import PseudonymKey

BLOCK = 64  # bytes of SHA-256's blocks
INNER, OUTER = 0x36, 0x5C  # RFC 2104


def padded_keys(project_id: int) -> tuple[bytes, bytes]:
    """Return the project's key as HMAC's inner and outer block; drawn when it is first asked
    for."""
    key, _created = PseudonymKey.objects.get_or_create(project_id=project_id)
    padded = bytes(key.secret).ljust(BLOCK, b"\0")
    return bytes(byte ^ INNER for byte in padded), bytes(byte ^ OUTER for byte in padded)
