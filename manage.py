#!/usr/bin/env python3
"""Django's command-line program for Rateroom."""

import os
import sys

from annotation.command_line import run

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation.settings")
    run(sys.argv)
