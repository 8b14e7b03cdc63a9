"""What rules buy: a crowd of annotators with known truth, analysed with rules and without."""
