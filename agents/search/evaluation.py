"""What a position that is no end is worth: the estimate of a chance to win, 0 to 1, at which playouts may stop."""

from lotrsim.kernel import G, M, T, f8, kernel


@kernel(f8, G, T, M)
def leaf_value(g, t, m):
    """Return the chance to win from here."""
    return 0.5
