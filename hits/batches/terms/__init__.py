"""The terms of a batch: rules for a draft's terms, and changes that are possible after
publication."""
