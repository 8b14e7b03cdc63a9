"""What `stimuli` keeps about people: nothing of those who annotate."""

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
