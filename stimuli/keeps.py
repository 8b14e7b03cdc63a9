"""Declaration that the app `stimuli` stores no personal data of annotators."""

from people.personal_data.keepers import Keeper

# These tables hold the content to rate, as imported by a researcher.
KEEPER = Keeper(
    apart=frozenset(
        {
            "stimuli.Dataset",
            "stimuli.System",
            "stimuli.Medium",
            "stimuli.Item",
            "stimuli.ItemMedium",
            "stimuli.Output",
            "stimuli.DatasetImport",
        }
    )
)
