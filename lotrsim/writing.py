"""Writing files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from lotrsim.errors import BadFile


def write_whole(where: Path, content: bytes) -> None:
    """Write a file that is either complete or not there: first under another name, then renamed."""
    name = ""
    try:
        with tempfile.NamedTemporaryFile(dir=where.parent, prefix=f".{where.name}.", delete=False) as file:
            name = file.name
            file.write(content)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, where)
    except OSError as error:
        if name:
            Path(name).unlink(missing_ok=True)
        raise BadFile(where, "", f"cannot be written: {error.strerror}") from None
