"""The report's figures: plain values in, an SVG, a PDF and an alt text out."""

from analysis.report.drawn import Drawn
from analysis.report.figures.against_human import CriterionRow, judge_against_human
from analysis.report.figures.confusion import confusion
from analysis.report.figures.corrected import CorrectedSystem, corrected_means
from analysis.report.figures.differences import differences
from analysis.report.figures.order_effect import FirstShare, order_effect
from analysis.report.figures.paper import COLUMN, PAGE
from analysis.report.figures.ranking import RankedSystem, ranking
from analysis.report.figures.reliability_curve import ReliabilityCurve, reliability_curve
from analysis.report.figures.system_means import system_means

__all__ = [
    "COLUMN",
    "PAGE",
    "CorrectedSystem",
    "CriterionRow",
    "Drawn",
    "FirstShare",
    "RankedSystem",
    "ReliabilityCurve",
    "confusion",
    "corrected_means",
    "differences",
    "judge_against_human",
    "order_effect",
    "ranking",
    "reliability_curve",
    "system_means",
]
