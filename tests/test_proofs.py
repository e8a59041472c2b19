"""Every ability and keyword of every card has a test that fails without it (`proofs.csv`, written by `proofs.py`)."""

import pytest
from proofs import EXAMPLE, core_set, fails, functions_of, is_expected_to_fail, module_of, parts, played_as, rows

PROOFS = rows()


def test_the_table_has_every_part_of_every_card():
    """A part without a row has no proof: `python tests/proofs.py` looks for one and names those it does not find."""
    wanted = {(str(card.number), part) for card in core_set() for part in parts(card)}
    assert {(row["number"], row["part"]) for row in PROOFS} == wanted


@pytest.mark.parametrize("number", sorted({int(row["number"]) for row in PROOFS}))
def test_without_the_part_the_test_fails(number):
    """The part taken out of the card, its test fails; with it the test passes, as the suite shows."""
    card = next(card for card in core_set() if card.number == number)
    for row in PROOFS:
        if row["number"] == str(number):
            with played_as(card, parts(card)[row["part"]]):
                assert fails(row["test"], card), f"{row['part']}: {row['test']} passes without it"


def test_the_table_names_tests_that_are_there():
    """And none that is expected to fail."""
    for row in PROOFS:
        path, _, name = row["test"].partition("::")
        assert row["test"] == EXAMPLE or row["test"] in functions_of(path), row
        assert row["test"] == EXAMPLE or not is_expected_to_fail(getattr(module_of(path), name))
