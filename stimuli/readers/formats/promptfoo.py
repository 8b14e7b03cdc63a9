"""Reader for promptfoo results in JSON or JSONL, as from `promptfoo eval -o results.json`."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from core.errors import DocumentError
from core.tabular.findings import Findings
from core.tabular.reading import open_table
from stimuli.readers.interface import (
    ERROR,
    INSTRUCTION,
    NO_OUTPUT,
    SCORE,
    Entry,
    Opening,
    Score,
    Tally,
)
from stimuli.readers.json_streams import walk
from stimuli.readers.turns import number_of, text_of

Object = Mapping[str, Any]  # an object of a JSON file, with any keys
NAME = "promptfoo"
RESULTS = "results.results"
FAILED = 2  # the `failureReason` of a call that failed without output
SHORT = 40  # characters of a prompt's label in a system's name
JUDGES = (
    *("llm-rubric", "model-graded", "g-eval", "factuality", "answer-relevance", "context-"),
    *("conversation-relevance", "trajectory:", "search-rubric", "pi", "classifier"),
)
# Known keys of a result. The import does not use all of them: for example, it ignores costs and
# times.
KNOWN = frozenset(
    {
        *("cost", "error", "failureReason", "gradingResult", "id", "latencyMs", "namedScores"),
        *("prompt", "promptId", "promptIdx", "provider", "response", "score", "success"),
        *("testCase", "testIdx", "tokenUsage", "vars", "metadata", "description", "evalId"),
    }
)


def recognises(opening: Opening) -> bool:
    """Return whether the keys at the beginning of the file are typical of promptfoo results."""
    if opening.head.lstrip()[:1] != b"{":
        return False
    is_document = b'"evalId"' in opening.head[:500] and b'"results"' in opening.head
    return is_document or all(
        key in opening.head for key in (b'"promptIdx"', b'"testIdx"', b'"gradingResult"')
    )


def entries(path: Path, tally: Tally) -> Iterator[Entry]:
    """Yield the output of every system for each test. A system is a provider, or a combination of a
    provider and a prompt if the provider has several prompts. Raises DocumentError for an invalid
    result."""
    prompts = _prompts(path)
    names, has_one_prompt = _system_names(prompts), len({*prompts.values()}) == 1
    for row, result in _results(path):
        tally.records += 1
        tally.count_unknown(result, KNOWN)
        try:
            entry = _entry(result, names, tally, has_one_prompt=has_one_prompt)
        except (KeyError, TypeError, AttributeError):
            what = "is not a result: testIdx, promptIdx or provider is missing."
            remedy = "Write the file again with promptfoo eval -o results.json"
            raise DocumentError.one(path.name, what, path=f"row {row}", remedy=remedy) from None
        if entry:
            yield entry


def _results(path: Path) -> Iterator[tuple[int, Object]]:
    """Yield the number and content of each result in the file."""
    with path.open("rb") as file:
        is_document = b'"evalId"' in file.read(500)
        file.seek(0)
        if is_document:
            elements = (
                value for name, value in walk(file, path.name, {RESULTS}) if name == RESULTS
            )
            for row, result in enumerate(elements, 1):
                if not isinstance(result, dict):
                    raise DocumentError.one(path.name, "is not an object.", path=f"row {row}")
                yield row, result
            return
    findings = Findings(path.name)
    yield from open_table(path).records(findings)
    findings.stop_if_any()


def _prompts(path: Path) -> Mapping[tuple[str, int], str]:
    """Return the label of each prompt, by (provider, index). Invalid results are skipped, because
    `entries` reports them."""
    prompts: dict[tuple[str, int], str] = {}
    for _row, result in _results(path):
        with suppress(KeyError, TypeError, AttributeError):  # `entries` reports these errors
            of_system = _provider(result["provider"]), result["promptIdx"]
            prompts.setdefault(of_system, str((result.get("prompt") or {}).get("label") or ""))
    return prompts


def _system_names(prompts: Mapping[tuple[str, int], str]) -> Mapping[tuple[str, int], str]:
    """Return the system's name for each prompt. This is the provider's name, followed by the
    prompt's label if the provider has several prompts."""
    several = Counter(provider for provider, _index in prompts)
    return {
        (provider, index): f"{provider} · {_short(label) or f'prompt {index}'}"
        if several[provider] > 1
        else provider
        for (provider, index), label in prompts.items()
    }


def _short(label: str) -> str:
    return label if len(label) <= SHORT and "\n" not in label else ""


def _provider(provider: Any) -> str:
    if isinstance(provider, str):
        return provider
    return str(provider.get("label") or provider["id"])


def _entry(
    result: Object, names: Mapping[tuple[str, int], str], tally: Tally, *, has_one_prompt: bool
) -> Entry | None:
    item = str(result["testIdx"])
    system = names[_provider(result["provider"]), result["promptIdx"]]
    response = result.get("response") or {}
    output = text_of(response.get("output"))
    if result.get("failureReason") == FAILED or response.get("error"):
        tally.leave_out(ERROR)
        return None
    if not output.strip():
        tally.leave_out(NO_OUTPUT)
        return None
    return Entry(
        item=item,
        system=system,
        output=output,
        fields=dict(_fields(result, has_one_prompt=has_one_prompt)),
        scores=list(_scores(result, tally)),
    )


def _fields(result: Object, *, has_one_prompt: bool) -> Iterator[tuple[str, object]]:
    """Yield the item's fields: the variables and, if each test has only one prompt, the prompt as
    sent. Variables that promptfoo adds, such as `sessionId`, are skipped, because they differ
    between providers."""
    if has_one_prompt:
        yield INSTRUCTION, text_of(result["prompt"].get("raw"))
    variables = result.get("vars") or (result.get("testCase") or {}).get("vars") or {}
    for name, value in variables.items():
        if name != "sessionId" and not name.startswith("_"):
            yield name, value


def _scores(result: Object, tally: Tally) -> Iterator[Score]:
    """Yield the score of each assertion. Scores that are not numbers are counted as left out."""
    grading = result.get("gradingResult") or {}
    components = grading.get("componentResults") or []
    for name, component in _named(components):
        value = number_of(component.get("score"))
        if value is None:
            tally.leave_out(SCORE)
        else:
            by = _judge(component.get("assertion") or {}, result)
            yield Score(
                *(name, value, by, (0, 1) if 0 <= value <= 1 else None),
                passed=passed if isinstance(passed := component.get("pass"), bool) else None,
                reason=text_of(component.get("reason")),
            )


def _named(components: Sequence[Any]) -> Iterator[tuple[str, Object]]:
    """Yield the result of each assertion with a unique name. The name is the assertion's metric or,
    without a metric, the assertion's type and value."""
    names = Counter[str]()
    for component in filter(lambda each: isinstance(each, dict), components):
        assertion = component.get("assertion") or {}
        kind = str(assertion.get("type") or "assertion")
        value = assertion.get("value")
        name = assertion.get("metric") or (
            f"{kind}: {json.dumps(value) if not isinstance(value, str) else value}"
            if value
            else kind
        )
        name = " ".join(str(name).split())[:70]
        names[name] += 1
        yield (f"{name} ({names[name]})" if names[name] > 1 else name), component


def _judge(assertion: Object, result: Object) -> str:
    """Return the model that graded the assertion, or "human". Return "" if a program graded the
    assertion, or if the model has no name."""
    grader = str(assertion.get("type") or "").removeprefix("not-")
    if not grader.startswith(JUDGES):
        return "human" if grader == "human" else ""
    options = (result.get("testCase") or {}).get("options") or {}
    provider = assertion.get("provider") or options.get("provider") or ""
    return str(provider.get("id", "")) if isinstance(provider, dict) else str(provider)
