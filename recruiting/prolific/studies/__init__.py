"""Studies at Prolific: planning, creating, publishing and enlarging them; eligibility."""
