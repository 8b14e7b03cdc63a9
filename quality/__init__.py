"""How well annotators do: checks and what they show."""
