"""Declaration that the app `stimuli` stores no personal data of annotators."""

from people.personal_data.keepers import Keeper

# The content to rate, as a researcher imported it.
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
