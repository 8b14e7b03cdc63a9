"""Training with feedback, and a test. People complete both before the main HITs of a batch."""
