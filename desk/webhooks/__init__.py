"""Webhooks of the projects looked at: endpoints, what was sent to each, and sending it again."""
