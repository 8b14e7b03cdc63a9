"""Before a batch is published: what its sample holds that annotators should not meet unawares. Each
check is a module of its own in `checks/`."""
