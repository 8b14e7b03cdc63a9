"""Which answers a figure takes, as conditions of SQL, and of which batches."""

from collections.abc import Sequence

from analysis.data.facts import Answers
from hits.models import Batch
from hits.states import PARTS, load_with_states
from tabular.errors import RateroomError

# The condition on people's answers for each choice of them.
CONDITIONS: dict[Answers, str] = {
    "counted": PARTS["is_counted"],
    "with_excluded": PARTS["is_or_was_counted"],
    "answered": f"({PARTS['is_answered']} and h.purpose = 'main')",
    "beside_adjudicated": f"{PARTS['is_counted']} and {PARTS['is_adjudicated']}",
}


def for_each_choice(path: str, name: str) -> dict[Answers, str]:
    """The statement `name` of the file at `path` for each choice of answers: its `people` are the
    statements `people` or `adjudicators` of the same file."""
    people: dict[Answers, str] = {
        answers: load_with_states(path, "people", wanted=condition)
        for answers, condition in CONDITIONS.items()
    }
    people["adjudicated"] = load_with_states(path, "adjudicators")
    return {
        answers: load_with_states(path, name, people=statement)
        for answers, statement in people.items()
    }


def check_rubrics(batches: Sequence[Batch]) -> None:
    """RateroomError unless all batches have one rubric, word for word."""
    first = batches[0]
    for batch in batches[1:]:
        if batch.rubric_version.sha256 != first.rubric_version.sha256:
            raise RateroomError(
                f"“{first.title}” and “{batch.title}” have different rubrics. Only batches with "
                "the same rubric, by its SHA-256, can be compared together."
            )
