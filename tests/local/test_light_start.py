"""What a web worker loads before its first request: nothing that only computing or media need.
And what a task worker loads for the statistics of every minute."""

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
    """`scipy.stats` takes 45 MB and 0.6 s in each process of a worker."""
    command = [sys.executable, "-W", "ignore", "-c", EVERY_MINUTE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == ([], "")
