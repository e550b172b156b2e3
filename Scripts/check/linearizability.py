"""Checks whether what concurrent processes asked and were told could have happened one by one.

A history is linearizable if every operation can be given one instant between its beginning and its
end, so that all of them, done one after another in that order, give what each was told. One that was
never answered, because its process was killed, may have been done or not.

    history.append(Operation(begun, ended, asked, told))
    violation = explain(history, initial, step)

`step(state, asked, told)` yields every state that the object may be in after an operation that was
told this; none if it cannot have been. States, and what is asked and told, are hashable values. The
order of independent objects says nothing, so each is checked alone.

The search is that of Wing and Gong, with the states that were seen remembered as Lowe proposed.
"""

import re
from typing import NamedTuple


class Operation(NamedTuple):
    begun: float
    ended: float
    asked: tuple
    told: tuple | None  # None if it was never answered


class Undecided(Exception):
    """The search took too long."""


def explain(history, initial, step, budget=500_000):
    """None if a history is linearizable; otherwise a text of where it cannot go on."""
    history = sorted(history, key=lambda operation: (operation.begun, operation.ended))
    required = sum(1 << at for at, operation in enumerate(history) if operation.told is not None)
    seen, stack = set(), [(0, initial)]
    furthest = (0, initial)
    while stack:
        done, state = stack.pop()
        if done & required == required:
            return None
        if (done, state) in seen:
            continue
        seen.add((done, state))
        if len(seen) > budget:
            raise Undecided(f"{len(history)} operations")
        if done.bit_count() > furthest[0].bit_count():
            furthest = (done, state)
        later = []
        for at in candidates(history, done):
            operation = history[at]
            for new in step(state, operation.asked, operation.told):
                # First what was answered: what was not may not have been done at all.
                (stack if operation.told is None else later).append((done | 1 << at, new))
        stack += reversed(later)
    done, state = furthest
    left = [history[at] for at in candidates(history, done)]
    told = "; ".join(f"{operation.asked} was told {operation.told}" for operation in left[:4])
    return f"after {done.bit_count()} of {len(history)} operations it must be {state!r}, but {told}"


def candidates(history, done):
    """The operations that may come next: those that began before any that is left had ended.

    One that was never answered may be left out, but not come after what began when it had ended.
    """
    found, deadline = [], float("inf")
    latest = history[done.bit_length() - 1].begun if done else float("-inf")
    rest, at = ~done, (~done & (done + 1)).bit_length() - 1
    while at < len(history) and history[at].begun <= deadline:
        if rest >> at & 1 and (history[at].told is not None or history[at].ended >= latest):
            found.append(at)
            if history[at].told is not None:
                deadline = min(deadline, history[at].ended)
        at += 1
    # An operation that ended first may come after one that began later.
    return [at for at in found if history[at].begun <= deadline]


def account(state, asked, told):
    """An account with one value, its name; None if there is no account."""
    kind, *words = asked
    if kind == "read":
        after, fits = state, told == (state,)
    elif kind == "write":
        after, fits = words[0], (state is None) == (told == ("missing",))
    elif kind == "add":
        after, fits = words[0], (state is not None) == (told == ("exists",))
    else:
        after, fits = None, (state is None) == (told == ("missing",))
    if told is None:
        yield state
        # It can have been done only where it would have been.
        if kind != "read" and (state is None) == (kind == "add"):
            yield after
    elif told == ("refused",):
        yield state
    elif fits:
        yield after if told == ("done",) else state


# Histories that are made up, each operation with its begin and end, what was asked, and what it was
# told (`?` for nothing, `-` for no account); and whether each is linearizable.
MADE_UP = [
    ("one after another", True, "0-1 add a: done, 2-3 read: a, 4-5 remove: done, 6-7 read: -"),
    ("a read beside a write may see either", True,
     "0-1 add a: done, 2-9 write b: done, 3-4 read: a, 5-6 read: b"),
    ("a killed write that was seen", True, "0-1 add a: done, 2-3 write b: ?, 4-5 read: b"),
    ("a killed write that was not done", True, "0-1 add a: done, 2-3 write b: ?, 4-5 read: a"),
    ("a lost write", False, "0-1 add a: done, 2-3 write b: done, 4-5 read: a"),
    ("two writes beside each other, and neither is there", False,
     "0-1 add a: done, 2-6 write b: done, 3-7 write c: done, 8-9 read: a"),
    ("a value that goes and comes back", False,
     "0-1 add a: done, 2-9 write b: done, 3-4 read: b, 5-6 read: a"),
    ("a removed account that is there again", False, "0-1 add a: done, 2-3 remove: done, 4-5 read: a"),
    ("two that both made the same account", False, "0-5 add a: done, 1-6 add b: done"),
    ("a killed write that was seen before it began", False, "0-1 add a: done, 2-3 read: b, 4-5 write b: ?"),
    ("a killed write that is seen only after it was not", False,
     "0-1 add a: done, 2-3 write b: ?, 4-5 read: a, 6-7 read: b"),
    ("a refused write that was done", False, "0-1 add a: done, 2-3 write b: refused, 4-5 read: b"),
]


def operations(text):
    for begun, ended, asked, told in re.findall(r"(\d+)-(\d+) ([^:]+): ([^,]+)", text):
        answer = None if told == "?" else (None if told == "-" else told,)
        yield Operation(int(begun), int(ended), tuple(asked.split()), answer)


def check_made_up():
    """The made-up histories that are misjudged."""
    return [name for name, is_right, text in MADE_UP
            if (explain(operations(text), None, account) is None) != is_right]
