"""The declaration that `judges` has no personal data."""

from people.personal_data.keepers import Keeper

# These tables hold models, prompts and replies, and no data of people.
KEEPER = Keeper(
    apart=frozenset(
        {"judges.JudgeEndpoint", "judges.JudgeRun", "judges.Verdict", "judges.VerdictAnswer"}
    )
)
