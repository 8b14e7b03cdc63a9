"""The command `make wheel`, which collects static files and then builds the wheel into dist/."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from annotation.translations import compile_translations

ROOT = Path(__file__).resolve().parent.parent
COLLECTED = ROOT / "build" / "staticfiles"


def build(folder: Path) -> None:
    """Build the wheel into `folder`. Raises CalledProcessError."""
    compile_translations()
    shutil.rmtree(COLLECTED, ignore_errors=True)
    # The key signs nothing, but collectstatic requires one.
    env = os.environ | {
        "DJANGO_SETTINGS_MODULE": "annotation.settings",
        "STATIC_ROOT": str(COLLECTED),
        "SECRET_KEY": "unused-while-building",
    }
    collect = ["manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    for command in (collect, ["-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]):
        subprocess.run([sys.executable, *command], cwd=ROOT, env=env, check=True)


if __name__ == "__main__":
    build(ROOT / "dist")
