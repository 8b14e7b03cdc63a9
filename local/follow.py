"""`python -m local.follow` makes the pooler of a running `make serve` use the database at
DATABASE_URL. This is needed, for example, after a standby was promoted."""

import os
import sys
from pathlib import Path

from annotation.services import database_url
from local.leftovers import running
from local.pgbouncer import follow
from local.processes import CannotStart, say
from local.programs import ROOT


def main() -> int:
    var = Path(os.environ.get("RATEROOM_VAR", ROOT / "var"))
    pooler = running(var, "pooler")
    if pooler is None:
        say(f"No pooler is running from {var}. Start `make serve` without POOLER=no.")
        return 1
    try:
        host = follow(var / "pgbouncer", database_url(var), pooler)
    except CannotStart as error:
        say(str(error))
        return 1
    say(f"The pooler now uses the database on {host}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
