"""Information about requests: their origin and id, limits on attempts, and the limits of guests'
sessions."""
