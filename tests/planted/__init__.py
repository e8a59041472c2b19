"""Faults on purpose: each is planted alone in a copy of the checkout, and the suite must find it.

    python -m tests.planted                       # all of faults.toml, writes results.csv
    python -m tests.planted --only mulligan-of-five

A fault is one line or two of the engine or of a card, changed as a slip would change it: a limit off by one, the wrong
player, another order, a trigger that is lost. The table is `faults.toml`; what caught each is kept in `results.csv`.
"""
