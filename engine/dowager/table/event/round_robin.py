"""A round robin: everybody plays everybody once."""

from __future__ import annotations


def round_robin(number: int) -> list[list[tuple[int, int]]]:
    """Return who meets whom in each round, by index; North-South or the home team first.

    The circle method: the last stays, the others move one seat further each round. With an odd
    number each sits out a round. Nobody is first much oftener than second.

    Args:
        number: how many play, at least 2.
    """
    even = number + number % 2
    circle = list(range(even))
    rounds: list[list[tuple[int, int]]] = []
    for turn in range(even - 1):
        pairs = [(circle[index], circle[-1 - index]) for index in range(even // 2)]
        # The first pair has the one who stays; the others change sides from pair to pair.
        swapped = [turn % 2 == 1, *(index % 2 == 1 for index in range(1, even // 2))]
        meetings = [(b, a) if swap else (a, b) for (a, b), swap in zip(pairs, swapped, strict=True)]
        rounds.append([(a, b) for a, b in meetings if max(a, b) < number])
        circle = [circle[-2], *circle[:-2], circle[-1]]
    return rounds
