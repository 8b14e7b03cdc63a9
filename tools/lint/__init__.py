"""Our own lint rules, which no linter has."""
