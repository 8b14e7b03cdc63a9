"""The command `manage.py verify`, which runs the checks of `hits.verification` on a live database.
The exit code is 1 if a check fails."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from hits.verification import Finding, verify


class Command(BaseCommand):
    help = "Check the queue, the responses, the money and the media, without changing anything."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--media", action="store_true", help="also read every stored file and compare its hash"
        )
        parser.add_argument("--json", action="store_true", help="print the findings as JSON")

    def handle(self, *_args: object, **options: Any) -> None:
        findings = verify(hashes=options["media"])
        lines = [_as_json(findings)] if options["json"] else map(_as_text, findings)
        for line in lines:
            self.stdout.write(line)
        if any(finding.broken for finding in findings):
            sys.exit(1)


def _as_text(finding: Finding) -> str:
    check = finding.check
    if not finding.count:
        return f"OK    {check.name}: {check.promise}"
    verdict = "WARN " if check.warning else "WRONG"
    more = finding.count - len(finding.examples)
    return "\n".join(
        [
            f"{verdict} {check.name} (violations: {finding.count:,}): {check.promise}",
            *(f"        {phrase}" for phrase in finding.examples),
            *([f"        and {more:,} more"] if more else []),
            f"      What to do: {check.remedy}",
        ]
    )


def _as_json(findings: list[Finding]) -> str:
    checks = [
        {
            "name": finding.check.name,
            "promise": finding.check.promise,
            "level": "warning" if finding.check.warning else "error",
            "count": finding.count,
            "found": list(finding.examples),
            "remedy": finding.check.remedy if finding.count else "",
        }
        for finding in findings
    ]
    ok = not any(finding.broken for finding in findings)
    return json.dumps({"ok": ok, "checks": checks}, indent=2)
