"""Pages about the chosen projects' webhooks: endpoints, deliveries and retries."""
