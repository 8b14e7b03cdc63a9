"""HITs that cannot be done as they are: annotators report them, enough reports hold a HIT back, and
a researcher hands it out again or closes it."""
