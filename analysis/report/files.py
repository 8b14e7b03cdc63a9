"""Files of a report: the comparison as JSON, the methods text with the batches' rules, tables for
papers, certificates, and the bundle with its documents.

The documents are rewritten at each download, because people's statements and the permissions in
consent texts can change after a bundle was stored.
"""

import hashlib
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from itertools import product
from typing import IO

from django.core.files.storage import default_storage

from analysis.comparison.results import Comparison
from analysis.data.answers import by_name
from analysis.models import Report
from analysis.report.bundle import write_entry
from analysis.report.certificate.issuing import certificate_of, certified_runs
from analysis.report.checklist.croissant import croissant
from analysis.report.checklist.documents import DOCUMENTS, document
from analysis.report.checklist.heds import heds
from analysis.report.checklist.lines import checklist, methods_text
from analysis.report.osf import osf_form
from analysis.report.pages import PAGES, pages_as_shown
from analysis.report.paper.contents import paper_tables, written
from analysis.report.paper.every_figure import as_csv
from analysis.report.paper.writers import WRITERS
from analysis.report.plan import plan_as_markdown, plan_lines
from judges.models import JudgeRun

BUNDLE, METHODS = "bundle.zip", "methods.txt"
# Files with results by system, which may be withheld: name → (content type, writer).
OF_EVERYTHING: dict[str, tuple[str, Callable[[Comparison], str]]] = {
    "figures.csv": ("text/csv", as_csv),
    "comparison.json": ("application/json", Comparison.to_json),
}


def file_names(report: Report, comparison: Comparison) -> list[str]:
    tables = [
        f"{table.name}.{ending}" for table, ending in product(paper_tables(comparison), WRITERS)
    ]
    certificates = [certificate_name(run) for run in certified_runs(report.batches)]
    bundle = [BUNDLE] if report.bundle else []
    return [*OF_EVERYTHING, METHODS, *certificates, *bundle, *tables]


def certificate_name(run: JudgeRun) -> str:
    return f"certificate-{run.pk}.json"


def tells_means(comparison: Comparison, name: str) -> bool:
    stem = name.rpartition(".")[0]
    tables: Sequence[str] = [table.name for table in paper_tables(comparison) if table.tells_means]
    return name == BUNDLE or name in OF_EVERYTHING or stem in tables


def content_of(report: Report, comparison: Comparison, name: str) -> tuple[str, str] | None:
    """Return the content type and the text of a file of the report. Return None for an unknown
    name, and for figures, documents and the bundle, which are handled elsewhere."""
    if name == METHODS:
        return "text/plain", methods_of(report, comparison)
    if name in OF_EVERYTHING:
        content_type, write = OF_EVERYTHING[name]
        return content_type, write(comparison)
    if file := written(comparison, name):
        return file
    for run in certified_runs(report.batches):
        if name == certificate_name(run):
            text = certificate_of(report, comparison, run).model_dump_json(indent=2)
            return "application/json", f"{text}\n"
    return None


def methods_of(report: Report, comparison: Comparison) -> str:
    return methods_text(report.batches, comparison)


RATINGS = ("ratings.csv", "ratings.parquet")


def open_kit(report: Report, comparison: Comparison) -> IO[bytes]:
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
