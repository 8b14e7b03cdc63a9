"""The power and precision to expect from a batch's design, computed before anything is paid for."""
