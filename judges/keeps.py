"""What `judges` keeps about people: nothing."""

from people.personal_data.keepers import Keeper

# What models are, were asked, and said.
KEEPER = Keeper(
    apart=frozenset(
        {
            "judges.JudgeEndpoint",
            "judges.JudgeRun",
            "judges.Verdict",
            "judges.VerdictAnswer",
        }
    )
)
