"""What a paper reports of a human evaluation: the items, what is known of each, and what people
wrote."""
