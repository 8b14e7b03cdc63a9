"""HITs that cannot be done as they are. Annotators report them; after enough reports, a HIT is on
hold until a researcher hands it out again or closes it."""
