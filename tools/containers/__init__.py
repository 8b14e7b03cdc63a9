"""The code of `make containers`, which tests the containers in Podman."""
