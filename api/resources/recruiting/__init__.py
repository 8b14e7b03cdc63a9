"""How people come: links for many, panels, their sittings, and the pages around the work."""
