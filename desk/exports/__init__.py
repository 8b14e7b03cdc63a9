"""The pages about exports and their citable snapshots, and the replay of a HIT's page."""
