"""Tasks that take too long for a request. A page requests a task (`asking`), and a worker runs it
and records its progress (`performing`). People can cancel a task, and start it again."""
