"""Removal of the statistics that need a common scale if a judge's scale differs from people's."""

from dataclasses import replace

from analysis.comparison.catalogue import ONE_SCALE
from analysis.comparison.covariates.catalogue import Effect
from analysis.comparison.results import (
    AlternativeAnnotator,
    Confusion,
    Figure,
    JudgeResult,
    PersonTest,
)
from analysis.data.facts import TwoScales
from analysis.statistics.estimates import Estimate


def on_two_scales(judge: JudgeResult, two_scales: TwoScales | None) -> JudgeResult:
    """Return the judge's result with both scales. If the ratings were not mapped, a reason replaces
    each result that needs a common scale. Correlations and the order of outputs are kept."""
    if two_scales is None or two_scales.mapped:
        return replace(judge, two_scales=two_scales)
    return replace(
        judge,
        two_scales=two_scales,
        figures=tuple(_withheld(figure, two_scales) for figure in judge.figures),
        annotator_test=one_scale_test(judge.annotator_test, two_scales),
        person_test=_one_scale_person_test(judge.person_test, two_scales),
        confusion=Confusion((), ()),
        disagreements=(),
        effects=tuple(Effect(each.covariate, _none(two_scales)) for each in judge.effects),
    )


def one_scale_test(
    test: AlternativeAnnotator, two_scales: TwoScales | None
) -> AlternativeAnnotator:
    if two_scales is None or two_scales.mapped:
        return test
    none = _none(two_scales)
    return AlternativeAnnotator(None, none, test.score, test.epsilon, None, reason=none.reason)


def _one_scale_person_test(test: PersonTest | None, two_scales: TwoScales) -> PersonTest | None:
    if test is None or test.statistic not in ONE_SCALE:
        return test
    return PersonTest(test.statistic, _none(two_scales))


def _withheld(figure: Figure, two_scales: TwoScales) -> Figure:
    """Return the statistic, without the judge's values if it needs a common scale."""
    if figure.statistic not in ONE_SCALE:
        return figure
    none = _none(two_scales)
    return replace(figure, judge=none, left_out=none, difference=none)


def _none(two_scales: TwoScales) -> Estimate:
    reason = (
        f"not estimable: people rated from {span(two_scales.people)} and the judge from "
        f"{span(two_scales.judge)}, two scales"
    )
    return Estimate(None, 0, reason=reason)


def span(ends: tuple[float, float]) -> str:
    """Return the ends of a scale as text, for example "1 to 5"."""
    return f"{ends[0]:g} to {ends[1]:g}"
