"""Quality of annotators' work: qualifications, training and tests, measures and flags."""
