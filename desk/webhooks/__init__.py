"""Webhooks of the chosen projects: endpoints, their deliveries, and sending them again."""
