"""Who may work and how they come: links without accounts, panels, and their sittings."""
