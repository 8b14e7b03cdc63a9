"""Entry point of `python -m rateroom`, for a checkout."""

import sys

from rateroom.cli import main

sys.exit(main())
