"""Values for templates, made from the state and the record of a campaign or a game."""
