"""Tasks that take longer than a request should: requested on a page (`asking`), done by a worker
(`performing`), with progress. They can be cancelled and started again."""
