"""The command `python -m tools.advisories FILE`, which reads pip-audit's JSON report. It prints how
many packages could be checked for security advisories."""

import json
import sys
from pathlib import Path


def summary(report: dict[str, list[dict[str, object]]]) -> str:
    """Return a line that says how many packages were checked and which have known vulnerabilities.
    The line is needed because pip-audit also succeeds if it could not check any package."""
    packages = report["dependencies"]
    unread = [str(package["name"]) for package in packages if "skip_reason" in package]
    hit = [str(package["name"]) for package in packages if package.get("vulns")]
    text = f"Advisories: {len(packages) - len(unread)} of {len(packages)} packages looked up; "
    text += f"with known holes: {', '.join(hit) or 'none of these'}."
    if unread:
        text += f" NOT looked up, as their advisories could not be reached: {len(unread)}."
    return text


if __name__ == "__main__":
    print(summary(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
