"""Fuzzing of everything that reads what somebody wrote: decks, replays, saved games, positions, card files, experiments.

    python -m tests.fuzzing --parser decks --inputs 1000000 --seed 7
    python -m tests.fuzzing --parser decks --seed 7 --go-on           # on to a million from where runs.csv ends
    python -m tests.fuzzing --parser decks --seed 7 --show 123456     # one input again, with what becomes of it

Inputs are small valid seeds with changed bytes, lines and parts (`changes.py`). Each must give a value or one clear
error (`parsers.py`), within a second and 500 MB (`watch.py`); the same seed gives the same inputs.
"""
