"""What takes longer than a request should: asked for on a page, done by a worker, with progress,
cancelled or begun again. `asking` is for pages, `performing` for the worker."""
