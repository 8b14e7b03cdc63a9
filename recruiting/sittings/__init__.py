"""Sessions of batches that pay per session: how sessions begin and end, and their pay."""
