"""Processor time and states of all the processes that a script starts, of their children and of orphans among
these."""
import ctypes
import glob
import os
import pathlib

SUBREAPER = 36  # prctl(2)


def adopt_orphans():
    """Makes an orphan of our family a child of ours, so that its time counts."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def used():
    """The processor time of all that this script has started so far, in seconds."""
    waited = os.times()
    return waited.children_user + waited.children_system + sum(map(time_of, family(os.getpid())[1:]))


def time_of(process):
    """The processor time of a process, and of its children that it has waited for, in seconds."""
    try:
        text = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0  # it has ended
    return sum(map(int, text[text.rindex(")") + 2:].split()[11:15])) / os.sysconf("SC_CLK_TCK")


def is_runnable(process):
    """Whether a thread of a process runs, or waits for a processor alone."""
    for thread in glob.glob(f"/proc/{process}/task/*/stat"):
        try:
            text = pathlib.Path(thread).read_text()
        except OSError:
            continue  # it has ended
        if text[text.rindex(")") + 2] == "R":
            return True
    return False


def family(process):
    """A process, its children, and theirs."""
    members = [process]
    for member in members:
        for thread in glob.glob(f"/proc/{member}/task/*/children"):
            try:
                members += map(int, pathlib.Path(thread).read_text().split())
            except OSError:
                pass  # it has ended
    return members
