"""Hooks for `make docs` (mkdocs.yml). The built site has the same pages in the same order as /docs/
on a Rateroom site, and the links are checked."""

import os
import re
from pathlib import Path

import django
from django.apps import apps
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from core.reference import filled
from desk.documentation.navigation import FOLDER, INDEX, OUTSIDE, anchor, groups, name_of

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / FOLDER
_LINK = re.compile(r"(?P<words>!?\[[^\]]*\])\((?P<file>[^)\s#:]+)(?P<mark>#[^)\s]*)?\)")
# Weights for the site's search, which ranks pages about tasks before pages about the code.
_BOOST = {"researchers": 3, "recruiting": 2, "api": 0.5, "architecture": 0.3, "developers": 0.3}
_CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.DOTALL | re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the navigation from the index, and give headings the same anchors as on a Rateroom site.
    Return the changed configuration. The Django apps are loaded because they generate the reference
    tables."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation.settings")
    if not apps.ready:
        django.setup()
    config.nav = [{"Documentation": f"{INDEX}.md"}] + [
        {group.title: [{entry.title: _source(entry.name)} for entry in group.entries]}
        for group in groups(ROOT)
    ]
    config.mdx_configs["toc"] = {"slugify": lambda heading, _separator: anchor(heading)}
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are stored outside the docs folder, and return all files."""
    for name, path in OUTSIDE.items():
        files.append(File.generated(config, f"{name}.md", abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_others: object) -> str:
    """Return the page with generated tables, and with links that lead to the built pages. If a link
    leads to a file that is not a page, the link is replaced by its text."""
    here = Path(str(page.file.abs_src_path)).parent
    part = page.file.src_uri.partition("/")[0].removesuffix(".md")
    page.meta["search"] = {"boost": _BOOST.get(part, 1)}
    depth = page.file.src_uri.count("/")

    def led(match: re.Match[str]) -> str:
        target = (here / match["file"]).resolve()
        if not target.exists():
            return match[0]  # a broken link will fail the build
        inside = _inside(target)
        if inside is None:
            return match["words"][1:-1]
        return f"{match['words']}({'../' * depth}{inside}{match['mark'] or ''})"

    parts = _CODE.split(filled(markdown))
    return "".join(
        part if number % 2 else _LINK.sub(led, part) for number, part in enumerate(parts)
    )


def _inside(file: Path) -> str | None:
    """Return the path of `file` within the site's sources, or None if it is not included."""
    if name := name_of(ROOT, file):
        return _source(name)
    is_there = file.is_relative_to(DOCS) and file.is_file()
    return file.relative_to(DOCS).as_posix() if is_there else None


def _source(name: str) -> str:
    return f"{name}.md"
