"""The rules of the game: the steps of a round and a file for each phase."""
