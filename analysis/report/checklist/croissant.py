"""A report's ratings described as a Croissant dataset, with the fields for responsible AI."""

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.data.answers import runs_of
from analysis.data.rating_rows import NAMES
from analysis.models import Report
from analysis.report.checklist.lines import Checklist
from people.site_addresses import site_address

CONFORMS = "http://mlcommons.org/croissant/1.1"
# All terms of the format's context, even those not used here, because readers expect them.
TERMS = (
    *("citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty"),
    *("fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField"),
    *("path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate"),
    *("separator", "source", "subField", "transform"),
)
CONTEXT: Mapping[str, object] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "prov": "http://www.w3.org/ns/prov#",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "data": {"@id": "cr:data", "@type": "@json"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in TERMS},
}
# The checklist items for each field; a field without content is left out.
RESPONSIBLE: Mapping[str, Sequence[str]] = {
    "rai:dataLimitations": ("limits",),
    "rai:dataBiases": ("biases",),
    "rai:dataUseCases": ("uses", "purpose"),
    "rai:dataSocialImpact": ("impact",),
    "rai:dataAnnotationProtocol": ("criteria", "instructions", "design"),
    "rai:dataAnnotationAnalysis": ("agreement",),
    "rai:annotatorDemographics": ("demographics",),
    "rai:dataCollection": ("systems", "sample"),
}
PSEUDONYMS = (
    "Annotators have pseudonyms. The data contain no names, addresses or answers about a person. "
    "Free texts are as people wrote them."
)


def croissant(
    report: Report, checklists: Mapping[str, Checklist], files: Mapping[str, str]
) -> dict[str, Any]:
    """Return the description of the dataset. `files` has the names of the bundle's tables of
    ratings with their SHA-256 hashes."""
    batch, title = report.batch, " + ".join(checklists)

    def text(*keys: str) -> str:
        return " ".join(filter(None, (each.text(*keys) for each in checklists.values())))

    published = (batch.published_at or batch.created_at).date().isoformat()
    doi = next((f"https://doi.org/{each}" for each in text("doi").split()), "")
    about = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS,
        "name": title,
        "description": text("sample", "systems", "criteria"),
        "url": site_address("report", pk=batch.pk),
        "license": text("licence"),
        "creator": {"@type": "sc:Organization", "name": batch.project.name},
        "datePublished": published,
        "version": "1.0.0",
        "identifier": doi,
        "citeAs": f"{batch.project.name}. {title}. {published}. {doi}".strip(),
        "distribution": [_file(name, sha256) for name, sha256 in files.items()],
        "recordSet": [_ratings()],
        **{name: text(*keys) for name, keys in RESPONSIBLE.items()},
        "rai:personalSensitiveInformation": f"{PSEUDONYMS} {text('consent')}".strip(),
        "rai:hasSyntheticData": True,
        "prov:wasDerivedFrom": text("source") or [each.dataset.name for each in report.batches],
        "prov:wasGeneratedBy": [*map(_annotation, report.batches), *_judged(report)],
    }
    return {name: value for name, value in about.items() if value != ""}


def _file(name: str, sha256: str) -> dict[str, str]:
    formats = {"csv": "text/csv", "parquet": "application/x-parquet"}
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "encodingFormat": formats[name.rpartition(".")[2]],
        "sha256": sha256,
    }


def _ratings() -> dict[str, object]:
    numbers = {"value": "sc:Float", "position": "sc:Integer", "assignment": "sc:Integer"}
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"ratings/{name}",
            "name": name,
            "dataType": numbers.get(name, "sc:Text"),
            "source": {"fileObject": {"@id": "ratings.csv"}, "extract": {"column": name}},
        }
        for name in NAMES
    ]
    return {"@type": "cr:RecordSet", "@id": "ratings", "name": "ratings", "field": fields}


def _annotation(batch: Any) -> dict[str, object]:
    return {
        "@type": "prov:Activity",
        "prov:label": "Annotation",
        "sc:description": f"People rated outputs with the rubric {batch.rubric_version.sha256}.",
        "prov:startedAtTime": batch.published_at and batch.published_at.isoformat(),
        "prov:endedAtTime": batch.closed_at and batch.closed_at.isoformat(),
        "rai:usedPlatform": "Rateroom",
    }


def _judged(report: Report) -> list[dict[str, object]]:
    return [
        {
            "@type": "prov:Activity",
            "prov:label": "Machine annotation",
            "sc:description": f"The judge “{run.name}” rated with the rubric {run.rubric_sha256}.",
            "prov:startedAtTime": run.created_at.isoformat(),
            "prov:wasAssociatedWith": {"@type": "prov:SoftwareAgent", "prov:label": run.model},
        }
        for run in runs_of(report.batches)
    ]
