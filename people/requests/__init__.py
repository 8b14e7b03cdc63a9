"""Requests: the origin and id of a request, limits on attempts, and the limits of guests'
sessions."""
