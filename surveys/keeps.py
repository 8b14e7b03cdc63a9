"""Declaration that the app `surveys` stores no personal data."""

from people.personal_data.keepers import Keeper

# These tables hold the questions for people and judges.
KEEPER = Keeper(
    apart=frozenset(
        {
            "surveys.Rubric",
            "surveys.RubricVersion",
            "surveys.PromptTemplate",
        }
    )
)
