"""The effects of cards: the words they are written in, their compiler and the machine that runs them."""
