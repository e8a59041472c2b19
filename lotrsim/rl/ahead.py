"""Asks the processor for a game's record before it is needed: a batch of games is larger than the caches near the core.

The rows of a batch are far from one another in time, so each step would wait for the memory. Asking for the next row while
this one is played hides most of that (docs/gymnasium.md, Speed).
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from lotrsim.kernel import DISABLED, G, i8, kernel, void
from lotrsim.state import GAME

LINE = 64  # bytes that the processor fetches at once
RECORD = GAME.itemsize
FOR_WRITING, KEEP, DATA = 1, 3, 1  # LLVM's words: what for, how near, and that it is no code


@intrinsic
def prefetch(typingctx: Any, record: Any, offset: Any) -> Any:
    """Ask for the line of memory at an offset in bytes (int64) from the start of a record; it changes nothing."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        function = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        address = builder.gep(builder.bitcast(values[0], byte), [values[1]])
        ask = builder.module.declare_intrinsic("llvm.prefetch", [byte], function)
        builder.call(ask, [address, word(FOR_WRITING), word(KEEP), word(DATA)])
        return context.get_dummy_value()

    return types.void(record, i8), generate


@kernel(void, G)
def fetch(g):
    """Let the whole record of a game come near."""
    if not DISABLED:
        for offset in range(0, RECORD, LINE):
            prefetch(g, offset)
