"""What a web worker loads before its first request: nothing that only computing or media need."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEAVY = (
    *("PIL", "av", "boto3", "matplotlib", "numpy", "openai", "pandas", "pyarrow", "scipy"),
    "storages",
)
LOADED = f"""
from django.urls import get_resolver
import annotation.wsgi, sys
get_resolver().url_patterns
print(*[name for name in {HEAVY} if name in sys.modules])
"""


def test_a_web_worker_starts_without_what_only_computing_and_media_need():
    """Each worker would keep it: NumPy alone is nine megabytes."""
    command = [sys.executable, "-W", "ignore", "-c", LOADED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == ([], "")
