"""Personal data in `analysis`: annotators' texts in report bundles."""

from django.utils.translation import gettext_lazy as _

from analysis.report.renewing import erase
from people.personal_data.keepers import Keeper

# Reports and statistics have pseudonyms only.
KEEPER = Keeper(
    goes_with_texts=(_("free text in report downloads (which are then recreated)"),),
    erase=erase,
    apart=frozenset(
        {
            "analysis.Metric",
            "analysis.MetricValue",
            "analysis.Report",
            "analysis.ReportFigure",
            "analysis.RunningFigures",
            "analysis.Statement",
        }
    ),
)
