"""`make containers`: the containers tried in Podman."""
