"""Two engines in step, decision by decision: the comparison of the compiled engine with the reference engine.

    python -m tests.comparison --games 1000 --seed 1 --workers 2

plays drawn games in both and says where they part; `compare_games` does the same from Python. docs/comparison.md says how
to run it long and how to read a difference.
"""
