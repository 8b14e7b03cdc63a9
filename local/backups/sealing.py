"""Data streams into and out of a backup. If there is a key, they are encrypted in the age format.

age encrypts with a public key, so the site does not need the private key that decrypts its backups.
age authenticates every 64 KiB, and any age program can decrypt a file without Rateroom. Only the
part that is being read or written is in memory.
"""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from local.backups.errors import BackupError

BLOCK = 1 << 20
PUBLIC, PRIVATE = "age1", "AGE-SECRET-KEY-1"
SUFFIX = ".age"


class Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class Writable(Protocol):
    def write(self, data: bytes, /) -> object: ...


@dataclass(frozen=True)
class Content:
    """The SHA-256 and the size in bytes of unencrypted data."""

    sha256: str
    size: int


@dataclass(frozen=True)
class Key:
    """Public keys (`recipients`), which encrypt, and private keys (`identities`), which decrypt.
    Creating a backup does not need private keys."""

    recipients: tuple[object, ...]
    identities: tuple[object, ...]

    @classmethod
    def of_file(cls, path: str | Path) -> "Key":
        """Return the keys in a file with one key per line. Lines that start with # are comments.
        Raises BackupError if the file cannot be read or has no valid key."""
        # Imported late: only commands for backups need it
        from pyrage import IdentityError, RecipientError, x25519

        try:
            lines = [line.strip() for line in Path(path).read_text(encoding="utf-8").splitlines()]
            written = [line for line in lines if line and not line.startswith("#")]
            private = [
                x25519.Identity.from_str(line) for line in written if line.startswith(PRIVATE)
            ]
            public = [
                x25519.Recipient.from_str(line) for line in written if not line.startswith(PRIVATE)
            ]
        except (OSError, UnicodeDecodeError) as error:
            raise BackupError(f"The key file {path} cannot be read: {error}.") from error
        except (IdentityError, RecipientError) as error:
            raise _no_key(path) from error
        if not (private or public):
            raise _no_key(path)
        return cls((*public, *(identity.to_public() for identity in private)), tuple(private))

    @property
    def public(self) -> list[str]:
        """Return the public keys as text, sorted and without duplicates."""
        return sorted({str(recipient) for recipient in self.recipients})


def _no_key(path: str | Path) -> BackupError:
    return BackupError(
        f"The key file {path} has a line that is not a key, or no key at all.",
        remedy=f"Enter a public key ({PUBLIC}…) or a private key ({PRIVATE}…) on each line. "
        "To create both, run manage.py make_backup_key.",
    )


def make_key(path: Path) -> str:
    """Write a new private key to a file that only its owner can read. Return the matching public
    key. Raises BackupError if the file exists or cannot be written."""
    from pyrage import x25519

    identity = x25519.Identity.generate()
    public = str(identity.to_public())
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BackupError(f"{path} cannot be created: {error.strerror}.") from error
    with os.fdopen(descriptor, "w") as file:
        file.write(f"# public key: {public}\n{identity}\n")
    return public


class _Counted:
    """A wrapper of a stream that counts and hashes the bytes that pass through it."""

    def __init__(
        self, read: Callable[[int], bytes] | None, write: Callable[[bytes], object] | None
    ) -> None:
        self._read, self._write = read, write
        self._digest, self._size = hashlib.sha256(), 0

    def read(self, size: int = BLOCK) -> bytes:
        assert self._read is not None  # noqa: S101 - made for reading
        return self._seen(self._read(size))

    def write(self, data: bytes) -> int:
        assert self._write is not None  # noqa: S101 - made for writing
        self._write(self._seen(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing, because the owner of the wrapped stream flushes it."""

    def _seen(self, data: bytes) -> bytes:
        self._digest.update(data)
        self._size += len(data)
        return data

    def content(self) -> Content:
        return Content(self._digest.hexdigest(), self._size)


def seal(source: Readable, target: Writable, key: Key | None) -> Content:
    """Write all of `source` to `target`, encrypted if `key` is given. Return the hash and size of
    the unencrypted data."""
    counted = _Counted(source.read, None)
    if key is None:
        while block := counted.read(BLOCK):
            target.write(block)
    else:
        from pyrage import encrypt_io

        encrypt_io(counted, target, list(key.recipients))
    return counted.content()


def unseal(source: IO[bytes], target: Writable, key: Key | None, *, name: str) -> Content:
    """Write the content of `source` to `target`, decrypted if the file name `name` says that it is
    encrypted. Return the hash and size of the decrypted data.

    Raises BackupError if the key is missing or wrong, or if the file was changed. Some data may
    have been written by then. A caller that must not use incomplete data therefore reads the file
    twice.
    """
    counted = _Counted(None, target.write)
    if not name.endswith(SUFFIX):
        while block := source.read(BLOCK):
            counted.write(block)
        return counted.content()
    if key is None or not key.identities:
        raise BackupError(
            f"{name} is encrypted, and no private key is set.",
            remedy="Set BACKUP_KEY_FILE or --key-file to the file with the private key.",
        )
    _decrypt(source, counted, key, name)
    return counted.content()


def _decrypt(source: IO[bytes], target: _Counted, key: Key, name: str) -> None:
    from pyrage import DecryptError, decrypt_io

    try:
        decrypt_io(source, target, list(key.identities))
    except DecryptError as error:
        raise BackupError(
            f"{name} cannot be decrypted with this private key ({error}).",
            remedy="Use the private key that belongs to the backup. If this is the right key, the "
            "file is damaged: copy the backup again.",
        ) from error
    except OSError as error:
        if "decryption error" not in str(error):
            raise  # the error comes from reading or writing
        raise damaged(name) from error


def damaged(name: str) -> BackupError:
    """Return the error that says that a backup file was changed after it was written."""
    return BackupError(
        f"{name} is damaged: its content has changed since the backup.",
        remedy="The database was not changed. Copy this backup again, or restore an older one "
        "with --backup NAME.",
    )
