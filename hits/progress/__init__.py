"""How far a published batch is, how long its HITs take, and who is told of it."""
