"""What `analysis` keeps about people: nothing."""

from people.personal_data.keepers import Keeper

# Statistics, under pseudonyms.
KEEPER = Keeper(
    apart=frozenset(
        {
            "analysis.Report",
            "analysis.ReportFigure",
            "analysis.RunningFigures",
        }
    )
)
