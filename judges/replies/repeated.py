"""Warnings about judges' replies that repeat the prompt or one of its worked examples."""

from django.utils.translation import gettext as _

from judges.models import JudgeRun

MOST_REPLIES = 1000  # maximum number of replies to search, from the first on
SHARE = 0.1  # share of the searched replies; smaller shares are not reported
# Characters of a line, without spaces: the most to compare, and the fewest in a line to compare.
LONGEST, FEWEST = 100, 40


def repetitions(run: JudgeRun) -> list[str]:
    """Return warnings if many of the run's first replies repeat the prompt or a worked example.
    “Many” means at least two replies, and at least the share SHARE of the replies."""
    verdicts = run.verdicts.exclude(raw_reply="").order_by("pk")
    replies = [
        _squeezed(reply) for reply in verdicts.values_list("raw_reply", flat=True)[:MOST_REPLIES]
    ]
    rubric = run.batch.rubric_version.spec
    examples = [_squeezed(worked.reply) for worked in rubric.worked if not worked.excerpt]
    counts = {
        _("%(run)s: %(count)s of %(replies)s replies repeat an example from the prompt."): sum(
            any(example in reply for example in examples) for reply in replies
        ),
        _("%(run)s: %(count)s of %(replies)s replies repeat the prompt."): sum(
            any(line in reply for line in _lines(run)) for reply in replies
        ),
    }
    return [
        sentence % {"run": run.name, "count": count, "replies": len(replies)}
        for sentence, count in counts.items()
        if count >= max(2, SHARE * len(replies))
    ]


def _lines(run: JudgeRun) -> list[str]:
    """Return the long lines of the prompt, shortened and without white space. Lines with
    placeholders are left out."""
    text = run.template.text if run.template else run.batch.rubric_version.spec.instructions
    lines = [_squeezed(line) for line in text.splitlines() if "{" not in line]
    return [line[:LONGEST] for line in lines if len(line) >= FEWEST]


def _squeezed(text: str) -> str:
    """Return `text` without white space, so that texts can be compared although a provider changed
    their white space."""
    return "".join(text.split())
