"""The pages about rubrics: the list of versions, the page of a version, the page of its changes,
and the editor."""
