"""The command line in this process, for tests: run a command, one that must succeed, one that must be refused."""

from typer.testing import CliRunner

from lotrsim.cli import app


def lotrsim(*args, input=None):
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(arg) for arg in args], input=input)


def ok(*args, input=None):
    """Run a command that must succeed; its standard output."""
    done = lotrsim(*args, input=input)
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(code, *args):
    """Run a command that must fail with one line; that line."""
    done = lotrsim(*args)
    assert done.exit_code == code, done.output
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert len(lines) == 1 and "Traceback" not in done.stderr
    assert done.stderr.splitlines() == lines
    return lines[0].removeprefix("error: ")
