"""Personal data in the app `webhooks`. Only receivers' responses can contain such data, so they are
searched when data are deleted."""

from people.personal_data.keepers import Keeper

# These tables hold addresses and payloads of events. They do not contain names of people.
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
