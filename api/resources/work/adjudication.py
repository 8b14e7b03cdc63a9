"""Adjudication: a batch's rule for differing answers, the HITs that need a decision, and the
decisions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers

from api.operations import Operation, Resource
from api.problems import Invalid, not_found
from api.resources.exports import AnswerShape, with_answers
from api.resources.shapes import Shape
from core.database.whole_numbers import LARGEST
from core.errors import Problem
from hits.access import hit_for_researcher
from hits.batch_locks import lock_batch
from hits.models import HIT, Adjudication, AdjudicationRule, Assignment, Batch
from hits.models.decisions import counted
from hits.review.adjudication import Decided, adjudicate, differing, state_rule
from hits.stimulus import words_of_hit
from surveys.languages.translations import in_language
from surveys.questions import Question, form_questions

MOST_ANSWERS = 2000
MOST_GUARDS = 20


class AdjudicationRuleTerms(Shape):
    """The rule that selects HITs for adjudication: numbers that differ by at least `span`, choices
    without a majority, or both."""

    span = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=1000
    )
    no_majority = serializers.BooleanField(default=False)


class AdjudicationRuleShape(serializers.ModelSerializer):
    """The adjudication rule of the batch."""

    class Meta:
        model = AdjudicationRule
        fields = ("span", "no_majority", "stated_at")


class Window(serializers.Serializer):
    """The position in the list of HITs. The list continues after the HIT with the id `after`."""

    after = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST)


class DifferingShape(serializers.Serializer):
    """HITs that need a decision. Each request checks a limited number of HITs. To get the next
    HITs, set `after` to `following`, until `following` is null. `decided` is the number of decided
    HITs in the whole batch. `rule` is null if the batch has no rule."""

    rule = AdjudicationRuleShape(allow_null=True)
    decided = serializers.IntegerField()
    hits = serializers.ListField(child=serializers.IntegerField())
    following = serializers.IntegerField(allow_null=True)


class QuestionShape(serializers.Serializer):
    """A question. `allowed` describes the possible answers. It is empty for free text."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # no label of its own
    required = serializers.BooleanField()  # type: ignore[assignment]
    is_text = serializers.BooleanField()
    allowed = serializers.SerializerMethodField()

    def get_allowed(self, question: Any) -> str:
        return str(question.allowed())


class DecisionMade(serializers.ModelSerializer):
    """A HIT's current adjudicated answers. `by` is the adjudicator's account name."""

    by = serializers.CharField(source="adjudicator.username")
    answers = serializers.SerializerMethodField()

    class Meta:
        model = Adjudication
        fields = ("by", "decided_at", "shown_order", "rubric_sha256", "answers")

    def get_answers(self, adjudication: Adjudication) -> dict[str, Any]:
        return {answer.key: answer.value for answer in adjudication.answers.all()}


class HitToAdjudicate(serializers.Serializer):
    """A HIT with its questions, the annotators' included answers and the current decision.
    `adjudicated` is null if no decision has been made."""

    hit = serializers.IntegerField(source="pk")
    item = serializers.CharField(source="item.external_id")
    questions = QuestionShape(many=True)
    answered = AnswerShape(many=True)
    adjudicated = DecisionMade(allow_null=True)


class AdjudicationShape(Shape):
    """Adjudicated answers by question key, in the same form as annotators' answers. `confirmed`
    lists contradictions between answers that you confirm as intended."""

    answers = serializers.DictField(
        child=serializers.JSONField(),
        help_text="A number or a text for each question, by the question's key.",
    )
    confirmed = serializers.ListField(
        child=serializers.CharField(max_length=80), default=list, max_length=MOST_GUARDS
    )

    def validate_answers(self, answers: dict[str, object]) -> dict[str, object]:
        """Return the answers. Raises ValidationError if there are too many answers, or if a value
        is neither a whole number nor a string."""
        if len(answers) > MOST_ANSWERS:
            raise serializers.ValidationError(f"Send at most {MOST_ANSWERS} answers.")
        for key, value in answers.items():
            if isinstance(value, bool) or not isinstance(value, int | str):
                raise serializers.ValidationError({key: ["Send a whole number or a text."]})
        return answers


class AdjudicationOfBatch(Resource):
    def entity(self) -> Mapping[str, object]:
        """Return the same data as a GET request without `after`. The batch is locked until the
        change is stored."""
        row = self.batch(self.kwargs["batch"])
        lock_batch(row.pk)
        return DifferingShape(_differing(row, 0)).data

    @Operation("read_adjudication", query=Window, answer=DifferingShape)
    def get(self, batch: int, sent: dict[str, Any]) -> dict[str, object]:
        """Return the adjudication rule and the HITs that need a decision."""
        return _differing(self.batch(batch), sent.get("after", 0))

    @Operation("state_adjudication", body=AdjudicationRuleTerms, answer=DifferingShape)
    def put(self, batch: int, sent: dict[str, Any]) -> dict[str, object]:
        """Set or change the adjudication rule."""
        row = self.batch(batch, write=True)
        state_rule(batch=row, by=self.user, **sent)
        return _differing(row, 0)


class AdjudicateHit(Resource):
    @Operation("read_hit_to_adjudicate", answer=HitToAdjudicate)
    def get(self, batch: int, hit: int) -> dict[str, object]:
        """Return one HIT with its questions, the annotators' answers and the current decision."""
        return _whole(_hit(self, batch, hit))

    @Operation("adjudicate_hit", body=AdjudicationShape, answer=HitToAdjudicate)
    def post(self, batch: int, hit: int, sent: dict[str, Any]) -> dict[str, Any]:
        """Adjudicate the answers to a HIT. Earlier decisions are kept as history. Annotators'
        answers and pay do not change."""
        row = _hit(self, batch, hit, write=True)
        decided = adjudicate(
            hit=row,
            raw=sent["answers"],
            confirmed=sent["confirmed"],
            language=row.batch.language,
            by=self.user,
        )
        whole = _whole(row)
        unasked = _unasked(sent["answers"], whole["questions"], decided)
        if problems := [*unasked, *_problems(decided)]:
            raise Invalid(problems)
        return whole


def _unasked(
    answers: Mapping[str, object], on_page: Sequence[Question], decided: Decided
) -> Iterator[Problem]:
    """Yield a problem for each answer to an unknown question, or to a question that the other
    answers leave hidden. Otherwise, such an answer would be dropped without notice."""
    gates = {question.key: question.gates for question in on_page}
    values = decided.checked.values
    for key in answers:
        if key not in gates:
            remedy = _("Choose from: %(names)s.") % {"names": ", ".join(gates)}
            yield not_found(key, f"answers.{key}", remedy=remedy)
        elif closed := [gate for gate in gates[key] if not gate.opens(values)]:
            opening = closed[0].worded(numbers=True)
            what = (
                "This question is not asked. Leave it out, or answer "
                f"“{closed[0].key}” with {opening}."
            )
            yield Problem(what, f"answers.{key}")


def _problems(decided: Decided) -> Iterator[Problem]:
    for problem in decided.checked.problems:
        yield Problem(str(problem.message), f"answers.{problem.question.key}")
    for concern in decided.concerns:
        remedy = f"If the answers are correct, add “{concern.guard}” to `confirmed`."
        yield Problem(
            str(concern.message),
            f"answers.{concern.question.key}" if concern.question else "answers",
            remedy=remedy,
        )


def _differing(batch: Batch, after: int) -> dict[str, object]:
    rule = AdjudicationRule.objects.filter(batch=batch).select_related("batch").first()
    window = differing(rule, after=after) if rule else None
    return {
        "rule": rule,
        "decided": Adjudication.objects.filter(hit__batch=batch, replaced_at=None).count(),
        "hits": list(window.hits) if window else [],
        "following": window.following if window else None,
    }


def _whole(hit: HIT) -> dict[str, Any]:
    rubric = in_language(hit.batch.rubric_version.spec, hit.batch.language)
    stimulus = words_of_hit(hit, "".join(rubric.letters()))
    answered = counted(Assignment.objects.filter(hit=hit)).values("pk")
    standing = Adjudication.objects.filter(hit=hit, replaced_at=None).select_related("adjudicator")
    return {
        "pk": hit.pk,
        "item": hit.item,
        "questions": form_questions(rubric, stimulus),
        "answered": with_answers(Assignment.objects.filter(pk__in=answered)).order_by("pk"),
        "adjudicated": standing.prefetch_related("answers").first(),
    }


def _hit(view: Resource, batch: int, pk: int, *, write: bool = False) -> HIT:
    """Return the HIT if the user has access and the HIT is in the batch. Raises Http404 if not."""
    row = view.batch(batch, write=write)
    hit = hit_for_researcher(view.user, pk, write=write)
    if hit.batch_id != row.pk:
        raise Http404
    hit.batch = row
    return hit
