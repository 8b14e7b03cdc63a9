"""`make containers`: a trial of the containers in Podman."""
