"""The report's figures. Functions turn plain values into an SVG, a PDF and an alt text."""

from analysis.report.bundle import Drawn
from analysis.report.figures.confusion import confusion
from analysis.report.figures.dots import Estimates, Scale, estimates_in_rows, marks_of
from analysis.report.figures.paper import COLUMN, PAGE
from analysis.report.figures.ranking import RankedSystem, ranking
from analysis.report.figures.reliability_curve import ReliabilityCurve, reliability_curve
from analysis.report.figures.words import percent
