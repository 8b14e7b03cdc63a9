"""Personal data in `stimuli`: none of annotators."""

from people.personal_data.keepers import Keeper

# What is rated, as a researcher brought it.
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
