"""`manage.py verify`: check a live database against every promise it makes; exit code 1 when one is broken."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from hits.verification import Finding, verify


class Command(BaseCommand):
    help = "Check the queue, the answers, the money and the media. Reads only; safe while people work."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--media", action="store_true", help="also read every stored file and compare its hash")
        parser.add_argument("--json", action="store_true", help="the findings as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        findings = verify(hashes=options["media"])
        lines = [_as_json(findings)] if options["json"] else [_as_text(one) for one in findings]
        for line in lines:
            self.stdout.write(line)
        if any(one.broken for one in findings):
            sys.exit(1)


def _as_text(finding: Finding) -> str:
    check = finding.check
    if not finding.count:
        return f"OK    {check.name}: {check.promise}"
    verdict = "WARN " if check.warning else "WRONG"
    more = finding.count - len(finding.shown)
    return "\n".join(
        [
            f"{verdict} {check.name}: {finding.count:,} found against: {check.promise}",
            *(f"        {phrase}" for phrase in finding.shown),
            *([f"        and {more:,} more"] if more else []),
            f"      What to do: {check.remedy}",
        ]
    )


def _as_json(findings: list[Finding]) -> str:
    checks = [
        {
            "name": one.check.name,
            "promise": one.check.promise,
            "level": "warning" if one.check.warning else "error",
            "count": one.count,
            "found": list(one.shown),
            "remedy": one.check.remedy if one.count else "",
        }
        for one in findings
    ]
    return json.dumps({"ok": not any(one.broken for one in findings), "checks": checks}, indent=2)
