"""A batch's terms: the rules for a draft's terms, and the changes possible after publishing."""
