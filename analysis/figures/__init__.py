"""The report's figures: plain values in, an SVG, a PDF and an alt text out."""

from analysis.figures.against_human import CriterionRow, judge_against_human
from analysis.figures.confusion import confusion
from analysis.figures.corrected import CorrectedSystem, corrected_means
from analysis.figures.drawn import Drawn
from analysis.figures.order_effect import FirstShare, order_effect
from analysis.figures.paper import COLUMN, PAGE
from analysis.figures.ranking import RankedSystem, ranking
from analysis.figures.reliability_curve import ReliabilityCurve, reliability_curve

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
    "judge_against_human",
    "order_effect",
    "ranking",
    "reliability_curve",
]
