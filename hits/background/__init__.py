"""Tasks that take too long for a request: requested on a page (`asking`), and done by a worker
(`performing`), with progress. People can cancel the tasks and start them again."""
