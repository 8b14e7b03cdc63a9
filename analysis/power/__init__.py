"""Expected results of a batch's design, computed before anything is paid for."""
