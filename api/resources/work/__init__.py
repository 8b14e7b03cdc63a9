"""Work on a batch: checks, adjudication, appeals, participation, messages and the study plan."""
