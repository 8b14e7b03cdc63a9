"""What a web worker loads when it starts: nothing that only a task needs."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

LOADED = """
import annotation.wsgi, annotation.urls, sys
annotation.urls.urlpatterns
large = {"av", "boto3", "matplotlib", "openai", "pandas", "pyarrow", "scipy", "storages"}
print(sorted(large & set(sys.modules)))
"""


def test_the_web_leaves_large_libraries_to_the_tasks():
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
