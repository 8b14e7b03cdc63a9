"""The entry point of `python -m rateroom` in a source checkout."""

import sys

from rateroom.cli import main

sys.exit(main())
