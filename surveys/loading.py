"""Loading of a rubric from YAML. A mistake is reported with file, line, path and remedy."""

from functools import cache
from pathlib import Path

from core.errors import DocumentError, Problem
from surveys.documents import Lines, declared, line_of, located, read_document, refuse_large
from surveys.languages.translations import translation_problems
from surveys.mistakes.references import reference_problems
from surveys.mistakes.values import Path_
from surveys.mistakes.worked import worked_problems
from surveys.spec import Rubric
from surveys.untrusted.markdown import MOST_CHARACTERS, MOST_MARKS, is_renderable

STARTER = Path(__file__).parent / "starter.yaml"
LIBRARY = Path(__file__).parent / "library"
MEDIA = LIBRARY / "media"


def load_rubric(text: str, *, document: str = "rubric") -> Rubric:
    """Return the rubric that the YAML `text` declares. Raises DocumentError with all problems."""
    refuse_large(text, document)
    rubric, lines = _declared(text, document)
    problems = [
        *_dangling(rubric, lines),
        *_missing_pictures(rubric, lines),
        *_long_instructions(rubric, lines),
    ]
    if problems:
        raise DocumentError(document=document, problems=problems)
    return rubric


def starter_source() -> str:
    """Return the YAML of a small working rubric that researchers can start from."""
    return STARTER.read_text(encoding="utf-8")


def stored_rubric(text: str, *, document: str) -> Rubric:
    """Return the rubric in the stored YAML `text`. Stricter checks, which later releases apply to
    new files, are not repeated."""
    return _declared(text, document)[0]


def _declared(text: str, document: str) -> tuple[Rubric, Lines]:
    """Return the rubric, and the line number of every path in its file. Raises DocumentError with
    all problems."""
    lines, data = read_document(
        text,
        document,
        expected="a rubric's keys are expected, such as `name:` and `title:`.",
        start="Start from a rubric in the library.",
    )
    return declared(Rubric, data, lines, document), lines


def _dangling(rubric: Rubric, lines: Lines) -> list[Problem]:
    # Check translations last, because an undeclared name would be reported again for every
    # language.
    problems = (
        reference_problems(rubric)
        or list(worked_problems(rubric))
        or list(translation_problems(rubric))
    )
    return located(problems, lines)


@cache
def library_rubric(name: str) -> Rubric:
    """Return the rubric with this name from Rateroom's library."""
    return load_rubric(library_source(name), document=f"{name}.yaml")


def library_source(name: str) -> str:
    return (LIBRARY / f"{name}.yaml").read_text(encoding="utf-8")


def library_names() -> list[str]:
    return sorted(path.stem for path in LIBRARY.glob("*.yaml"))


def _missing_pictures(rubric: Rubric, lines: Lines) -> list[Problem]:
    return [
        Problem(
            f"the picture {example.picture} is not in the library's media folder.",
            f"examples.{index}.picture",
            lines.get(("examples", str(index), "picture")),
            (
                f"Use one of {', '.join(sorted(path.name for path in MEDIA.glob('*.*')))}, or "
                "remove the picture."
            ),
        )
        for index, example in enumerate(rubric.examples)
        if example.picture and not (MEDIA / example.picture).is_file()
    ]


def _long_instructions(rubric: Rubric, lines: Lines) -> list[Problem]:
    """Return a problem for each language whose instructions take too long to render as Markdown."""
    texts: dict[Path_, str] = {("instructions",): rubric.page_instructions}
    for code, words in rubric.translations.items():
        notes = words.get("notes")
        own = [words.get("instructions"), *(notes.values() if isinstance(notes, dict) else ())]
        instructions = "\n\n".join(text for text in own if isinstance(text, str))
        texts["translations", code, "instructions"] = instructions
    return [
        Problem(
            "this Markdown is too long, or has too many markup characters and lines.",
            ".".join(path),
            line_of(lines, path),
            (
                f"Use at most {MOST_CHARACTERS:,} characters, and at most {MOST_MARKS:,} markup "
                "characters and lines in total."
            ),
        )
        for path, text in texts.items()
        if not is_renderable(text)
    ]
