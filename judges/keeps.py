"""The declaration that `judges` has no personal data."""

from people.personal_data.keepers import Keeper

# Models, prompts and replies.
KEEPER = Keeper(
    apart=frozenset(
        {"judges.JudgeEndpoint", "judges.JudgeRun", "judges.Verdict", "judges.VerdictAnswer"}
    )
)
