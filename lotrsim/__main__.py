"""`python -m lotrsim` is the command `lotrsim`."""

from lotrsim.cli import main

if __name__ == "__main__":  # not in the processes that an experiment starts
    main()
