"""Client of Prolific's API, with the shapes that Prolific documents. The result of a call says
whether the call took effect."""
