"""Pseudonyms that are the same in all batches of a project.

A pseudonym is the HMAC-SHA256 of the account's number. Its random key belongs to the project and
never leaves the server. People with an export cannot link a pseudonym to an account, or find out
whether people in two projects are the same person. Only people with access to the server's database
could do so, and they can read the answers as well.
"""

from hits.models import PseudonymKey

BLOCK = 64  # block size of SHA-256 in bytes
INNER, OUTER = 0x36, 0x5C  # RFC 2104


def padded_keys(project_id: int) -> tuple[bytes, bytes]:
    """Return the inner and outer HMAC block of the project's key, created on first use."""
    key, _created = PseudonymKey.objects.get_or_create(project_id=project_id)
    padded = bytes(key.secret).ljust(BLOCK, b"\0")
    return bytes(byte ^ INNER for byte in padded), bytes(byte ^ OUTER for byte in padded)
