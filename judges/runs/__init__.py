"""Judge runs over a batch: planning and starting runs, and calling the model live or through a
provider's batch API."""
