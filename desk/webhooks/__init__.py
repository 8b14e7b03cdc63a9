"""The pages about the chosen projects' webhooks: endpoints, deliveries, and sending events
again."""
