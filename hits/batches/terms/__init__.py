"""The terms of a batch: the rules for a draft's terms, and the changes that are possible after
publishing."""
