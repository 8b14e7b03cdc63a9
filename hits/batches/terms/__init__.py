"""The terms of a batch: the rules for a draft's terms, and changes after publishing."""
