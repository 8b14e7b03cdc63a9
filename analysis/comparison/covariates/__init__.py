"""What a judge adds to people's ratings by a property of outputs: their length, and their maker."""
