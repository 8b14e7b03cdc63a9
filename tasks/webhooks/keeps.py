"""Sources of personal data in `webhooks`: only the responses of receivers, which a deletion
searches."""

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
