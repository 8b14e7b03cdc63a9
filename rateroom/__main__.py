"""Entry point of `python -m rateroom` in a checkout."""

import sys

from rateroom.cli import main

sys.exit(main())
