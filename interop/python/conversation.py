"""Answers the lines of another process, each with one line."""
import sys


class Cannot(Exception):
    """Something that this peer has no way to do, and why."""


def converse(steps):
    """Calls the step that each line of standard input names, with its arguments.

    A step returns the words of its answer, or None. What it raises is answered,
    too: "cannot" for Cannot, "error" for anything else.
    """
    for line in sys.stdin:
        step, *arguments = line.split()
        try:
            answer = steps[step](*arguments)
            answer = "done" if answer is None else answer
        except Cannot as reason:
            answer = f"cannot {_one_line(reason)}"
        except Exception as fault:
            answer = f"error {type(fault).__name__}: {_one_line(fault)}"
        print(answer, flush=True)


def _one_line(fault):
    return " ".join(str(fault).split())
