"""Pages about rubrics: the list of versions, one version, changes between versions, and the
editor."""
