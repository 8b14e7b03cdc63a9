"""Documents for papers and published datasets, written from the items of the checklist."""

from collections.abc import Iterator, Mapping, Sequence

from analysis.report.checklist.lines import Checklist

Part = tuple[str, Sequence[str]]  # a heading and the keys of its items

# By file name: the title and parts. They follow section D of the Responsible NLP checklist, and
# items 14 and 15 of the NeurIPS checklist.
DOCUMENTS: Mapping[str, tuple[str, Sequence[Part]]] = {
    "responsible-nlp.md": (
        "Responsible NLP checklist, section D",
        (
            ("D1. Instructions", ("instructions", "criteria")),
            ("D2. Recruitment and pay", ("recruitment", "eligibility", "pay")),
            ("D3. Consent", ("consent",)),
            ("D4. Ethics review", ("ethics",)),
            ("D5. Characteristics of annotators", ("annotators", "demographics")),
        ),
    ),
    "neurips.md": (
        "NeurIPS paper checklist, items 14 and 15",
        (
            ("14. Crowdsourcing: instructions", ("instructions", "criteria")),
            ("14. Crowdsourcing: compensation", ("pay",)),
            ("15. Risks for participants", ("risks", "consent")),
            ("15. Review board", ("ethics",)),
        ),
    ),
    "data-card.md": (
        "Data card",
        (
            ("Purpose", ("purpose", "uses")),
            ("Contents", ("systems", "sample", "criteria", "source")),
            ("Collection", ("design", "instructions", "recruitment", "eligibility", "pay")),
            ("Quality", ("training", "checks", "exclusions", "agreement")),
            ("People", ("annotators", "consent", "demographics", "risks", "ethics")),
            ("Limits and biases", ("limits", "biases", "impact")),
            ("Licence", ("licence",)),
            ("DOI", ("doi",)),
        ),
    ),
}
UNKNOWN = "Not stated yet."


def document(name: str, checklists: Mapping[str, Checklist]) -> str:
    title, parts = DOCUMENTS[name]
    return "\n".join([f"# {title}", *_parts(parts, checklists)]) + "\n"


def _parts(parts: Sequence[Part], checklists: Mapping[str, Checklist]) -> Iterator[str]:
    for heading, keys in parts:
        yield f"\n## {heading}"
        for title, checklist in checklists.items():
            batch = f"**{title}.** " if len(checklists) > 1 else ""
            yield f"\n{batch}{checklist.text(*keys) or UNKNOWN}"
