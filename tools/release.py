"""`make release`: build what a version consists of into dist/, with a list of SHA-256."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from annotation import __version__
from tools.wheel import build

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
SOURCE = f"rateroom-{__version__}"
BILL = ROOT / "var" / "rateroom.cdx.json"


def main() -> None:
    """Build the site's wheel, the client's two packages and the source with the image's recipe."""
    shutil.rmtree(DIST, ignore_errors=True)
    build(DIST)
    uv = Path(sys.executable).with_name("uv")
    _run(str(uv), "build", "-q", "client", "--out-dir", str(DIST))
    # The commit's tree is what `docker build` and the compose file need.
    archive = DIST / f"{SOURCE}.tar.gz"
    _run("git", "archive", f"--prefix={SOURCE}/", "-o", str(archive), "HEAD")
    shutil.copy(BILL, DIST / f"{SOURCE}.cdx.json")
    (DIST / ".gitignore").unlink(missing_ok=True)
    lines = [f"{_sha256(path)}  {path.name}" for path in sorted(DIST.iterdir())]
    (DIST / "SHA256SUMS").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


def _run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
