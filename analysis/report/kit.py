"""The bundle as downloaded: the stored files, and documents written at download.

People's statements, and what consents cover, can change after a bundle was stored.
"""

import hashlib
import json
import shutil
import tempfile
import zipfile
from typing import IO

from django.core.files.storage import default_storage

from analysis.comparison.results import Comparison
from analysis.data.answers import by_name
from analysis.models import Report
from analysis.report.bundle import write_entry
from analysis.report.checklist.croissant import croissant
from analysis.report.checklist.documents import DOCUMENTS, document
from analysis.report.checklist.heds import heds
from analysis.report.checklist.lines import checklist
from analysis.report.files import methods_of
from analysis.report.osf import osf_form
from analysis.report.pages import PAGES, pages_as_shown
from analysis.report.plan import plan_as_markdown, plan_lines

RATINGS = ("ratings.csv", "ratings.parquet")


def open_kit(report: Report, comparison: Comparison) -> IO[bytes]:
    """Return the complete ZIP of a report that has a bundle, open at its start."""
    kit = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the response
    with default_storage.open(report.bundle) as stored:
        shutil.copyfileobj(stored, kit)
    with zipfile.ZipFile(kit, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _documents(report, comparison, archive).items():
            if name not in archive.namelist():
                write_entry(archive, name, text.encode())
    kit.seek(0)
    return kit


def _documents(report: Report, comparison: Comparison, archive: zipfile.ZipFile) -> dict[str, str]:
    joint = len(report.batches) > 1
    checklists = {
        name: checklist(batch, None if joint else comparison)
        for name, batch in by_name(report.batches).items()
    }
    files = {name: _sha256(archive, name) for name in RATINGS if name in archive.namelist()}
    data = croissant(report, checklists, files)
    return {
        **_plans(report, None if joint else comparison),
        "methods.md": methods_of(report, comparison) + "\n",
        **{name: document(name, checklists) for name in DOCUMENTS},
        "croissant.json": _json(data),
        PAGES: pages_as_shown(report.batches),
        "heds.json": _json(heds(report, comparison, checklists)),
    }


def _plans(report: Report, comparison: Comparison | None) -> dict[str, str]:
    """Return each batch's plan compared with what happened, and in the form of OSF's questions."""
    plans = {
        name: plan_as_markdown(plan_lines(batch, comparison))
        for name, batch in by_name(report.batches).items()
    }
    forms = [osf_form(batch) for batch in report.batches]
    written = "\n\n".join(f"# Plan of {name}\n\n{table}" for name, table in plans.items())
    return {"plan.md": f"{written}\n", "osf.md": "\n".join(forms)}


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _sha256(archive: zipfile.ZipFile, name: str) -> str:
    with archive.open(name) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
