"""Removal of texts (description, copyright, devices) from colour profiles. Colours are kept."""

import struct

HEADER, ENTRY = 128, 12
TEXT_TYPES = {b"desc", b"text", b"mluc"}
# Byte ranges of the header with the date, the device's manufacturer and model, and the profile's
# creator (from 80) and id.
HEADER_SPANS = ((24, 36), (48, 56), (80, 100))
NAMES = {b"desc": "description", b"cprt": "copyright", b"dmnd": "manufacturer", b"dmdd": "model"}


def cleaned(profile: bytes) -> tuple[bytes, list[str]]:
    """Return a profile of the same length with zeros in place of texts, and the names of the
    removed texts."""
    data, names = bytearray(profile), list[str]()
    if len(profile) < HEADER + 4:
        return profile, names
    for start, end in HEADER_SPANS:
        data[start:end] = bytes(end - start)
    (count,) = struct.unpack_from(">I", profile, HEADER)
    for number in range(min(count, (len(profile) - HEADER - 4) // ENTRY)):
        tag, offset, size = struct.unpack_from(">4sII", profile, HEADER + 4 + number * ENTRY)
        kind, body = profile[offset : offset + 4], slice(offset + 8, offset + size)
        if kind in TEXT_TYPES and any(data[body]):
            data[body] = bytes(len(data[body]))
            names.append(f"ICC {NAMES.get(tag, tag.decode('latin-1').strip())}")
    if bytes(data) != profile and not names:
        names = ["ICC header"]
    return bytes(data), sorted(names)
