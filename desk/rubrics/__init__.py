"""The pages about rubrics: the list of versions, a version, its changes, and the editor."""
