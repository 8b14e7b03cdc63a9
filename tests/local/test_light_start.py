"""Tests of the modules loaded at start: web workers load nothing for computing or media, and the
statistics of every minute do not load `scipy.stats`."""

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
    """Each web worker would keep such a module in memory. NumPy alone takes 9 MB."""
    command = [sys.executable, "-W", "ignore", "-c", LOADED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == ([], "")


EVERY_MINUTE = """
import django, sys
django.setup()
from analysis import running
from quality.annotators import folding
from quality.measures import speed
assert speed.median_interval(speed.np.arange(20.0)) == (5.0, 14.0)
print(*[name for name in ("matplotlib", "pyarrow", "scipy.stats") if name in sys.modules])
"""


def test_the_statistics_of_every_minute_need_no_distributions():
    """`scipy.stats` would take 45 MB and 0.6 s in each worker process."""
    command = [sys.executable, "-W", "ignore", "-c", EVERY_MINUTE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == ([], "")
