"""The quality of annotators' work: gold HITs, retests, training, rules, and statistics."""
