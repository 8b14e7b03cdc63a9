"""Judge runs over a batch: planning and starting runs, and calling the model live or by a batch
service."""
