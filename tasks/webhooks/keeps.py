"""Sources of personal data in `webhooks`: only receivers' responses, which a deletion searches."""

from people.personal_data.keepers import Keeper

# Addresses and payloads of events, which name no person.
KEEPER = Keeper(
    apart=frozenset(
        {
            "webhooks.Endpoint",
            "webhooks.Event.kind",
            "webhooks.Event.subject",
            "webhooks.Event.request_id",
        }
    )
)
