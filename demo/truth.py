"""The true quality of the demo's texts. Simulated annotators and judges perceive it with noise."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from demo.material import ABSENT, DOCUMENTS, RIGHT, latent, leanings, places, points, quality
from surveys.loading import library_rubric
from surveys.questions import Question


@dataclass(frozen=True)
class Truth:
    """A text's true quality from 0 (worst) to 1 (best): overall and by criterion. `points` says how
    the text treats each key point."""

    overall: float
    criteria: Mapping[str, float] = field(default_factory=dict)
    points: tuple[int, ...] = ()
    seed: str = ""

    def of(self, question: Question) -> float:
        """Return the true answer to `question`, from 0 to 1. For a yes-or-no step, it is 0 or 1."""
        if question.entry is None:
            return self.criteria.get(question.criterion or "", self.overall)
        if self.points:
            return self._of_point(
                self.points[question.entry - 1], first=question.gate is None, question=question
            )
        return float(random.Random(f"{self.seed}, {question.key}").random() < self.overall)

    def _of_point(self, point: int, *, first: bool, question: Question) -> float:
        """Return the true answer about a key point. A key point that the text mentions wrongly
        passes the first step but not the second. For a written answer, its value is 0.5."""
        if question.is_text:
            return point / RIGHT
        return float(point > ABSENT if first else point == RIGHT)


@cache
def truths(rubric: str) -> dict[tuple[str, str], Truth]:
    """Return each text's true quality by (external id, system), for the library rubric with this
    name."""
    return _of_paragraphs() if rubric == "image-paragraph" else _of_document(rubric)


def _of_paragraphs() -> dict[tuple[str, str], Truth]:
    """Return each paragraph's true quality, by (scene, system). The data file has values from 1
    (best) to 3 (worst)."""
    upright = {
        text: {criterion: (3 - value) / 2 for criterion, value in by_criterion.items()}
        for text, by_criterion in quality().items()
    }
    return {
        text: Truth(sum(values.values()) / len(values), values) for text, values in upright.items()
    }


def _of_document(rubric: str) -> dict[tuple[str, str], Truth]:
    """Return each text's true quality by (external id, system). The value of a criterion is the sum
    of the text's own value, the system's leaning, and noise (standard deviation 0.05)."""
    document, criteria = (
        DOCUMENTS[rubric],
        [criterion.key for criterion in library_rubric(rubric).criteria],
    )
    leaning, marked, own = leanings(document), points(document), places(document)
    return {
        (item, system): Truth(
            overall,
            {
                criterion: own[item, system].get(criterion, overall)
                + leaning.get(system, {}).get(criterion, 0)
                + random.Random(f"{item}, {system}, {criterion}").gauss(0, 0.05)
                for criterion in criteria
            },
            marked.get((item, system), ()),
            f"{item}, {system}",
        )
        for (item, system), overall in latent(document).items()
    }
