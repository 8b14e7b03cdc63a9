"""`python -m tools.vendor.htmx`: fetch htmx with npm, check it by its hash, and put it unchanged
under `static/vendor/htmx/` with its licence."""

import hashlib
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "static" / "vendor" / "htmx"
PACKAGE = "htmx.org@4.0.1"
# What is taken out of the package, with its SHA-256.
FILES = {
    "package/dist/htmx.min.js": "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130",
    "package/LICENSE": "d3d2456f76414f2456104660ebd65aff1c04cd7966b942bdabd63f3cdb316a38",
}


def fetch(folder: Path) -> Path:
    """Return the package's archive, by the npm client and whatever registry it is set to."""
    command = ["npm", "pack", PACKAGE, "--silent"]
    subprocess.run(command, cwd=folder, check=True)
    return next(folder.glob("*.tgz"))


def unpack(archive: Path, target: Path) -> None:
    """Write the files into `target`. SystemExit where one is not what its hash says."""
    with tarfile.open(archive) as package:
        contents = {name: _read(package, name) for name in FILES}
    for name, content in contents.items():
        if (sha256 := hashlib.sha256(content).hexdigest()) != FILES[name]:
            sys.exit(
                f"{name} of {PACKAGE} has SHA-256 {sha256}, not {FILES[name]}. Nothing is written."
            )
    target.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (target / Path(name).name).write_bytes(content)


def _read(package: tarfile.TarFile, name: str) -> bytes:
    member = package.extractfile(name)
    if member is None:
        sys.exit(f"{PACKAGE} has no {name}.")
    return member.read()


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        unpack(fetch(Path(folder)), FOLDER)
