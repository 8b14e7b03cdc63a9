"""Expected results of a design, before it is paid for."""
