"""How well people do: qualifications, training and tests, figures and flags of annotators."""
