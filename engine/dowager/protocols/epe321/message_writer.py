"""Messages as lines of JSON, in the forms of the text's samples."""

from __future__ import annotations

import json
from itertools import count
from typing import Any, TypeAlias, assert_never

from dowager.auction import BySide, LineKind, Rubber, ScoreLine
from dowager.cards import Hand, Seat, Side
from dowager.protocols.epe321 import json_messages as msg
from dowager.protocols.epe321.json_messages import Fields, JsonMessage, Standing
from dowager.protocols.epe321.json_values import (
    SIDE_NAMES,
    call_value,
    card_value,
    contract_value,
    hand_value,
)

_Values: TypeAlias = dict[str, Any]

FIELD_OF = {
    LineKind.TRICKS: "trickScore",
    LineKind.OVERTRICKS: "overtricks",
    LineKind.UNDERTRICKS: "undertricks",
    LineKind.HONOURS: "honors",
    LineKind.SLAM: "slam",
    LineKind.DOUBLED: "double",
    LineKind.REDOUBLED: "redouble",
    LineKind.RUBBER: "vulnerable",
    LineKind.UNFINISHED: "unfinished",
}
"""Where each line of a score sheet goes; the sum of the nine fields is what was scored."""


class MessageWriter:
    """Writes messages, each with the next number from 1 as its `Id`."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def line_of(self, message: JsonMessage) -> bytes:
        """Return a message as one line, with its end."""
        values = {"Type": _type_of(message), "Id": next(self._numbers), **_values_of(message)}
        return json.dumps(values).encode("ascii") + b"\n"


def _type_of(message: JsonMessage) -> str:
    """Return `BID_START` for a `BidStart`."""
    letters = (f"_{c}" if c.isupper() else c for c in type(message).__name__)
    return "".join(letters).strip("_").upper()


def _values_of(message: JsonMessage) -> _Values:
    """Return the fields of a message but `Type` and `Id`."""
    match message:
        case msg.ConnectRequest(alias, password, position):
            return {"Password": password, "Alias": alias, **_added("Position", _letter(position))}
        case msg.ConnectUnsuccessful(full, reason):
            description = "LOBBY_FULL" if full else "OTHER"
            return {"Description": description, **_added("Reason", reason)}
        case msg.ConnectSuccessful(position):
            return _added("Position", _letter(position))
        case msg.LobbyUpdate(players):
            listed = [{"Position": seat.letter, "Alias": alias} for seat, alias in players]
            return {"PlayerPositions": listed}
        case msg.BidRequest() | msg.Ping() | msg.Pong():
            return {}
        case msg.BidSend(call):
            return {"Bid": call_value(call)}
        case msg.BidUpdate(call, player):
            return {"Bid": call_value(call), "Player": _letter(player)}
        case msg.MoveRequest(dummy):
            return {"MoveDummy": dummy}
        case msg.MoveSend(card):
            return {"Move": card_value(card)}
        case msg.MoveUpdate(card, player):
            return {"Move": card_value(card), "Player": _letter(player)}
        case msg.TrickEnd(side, winner):
            return {**_won_by(side), **_added("Winner", _letter(winner))}
        case msg.PlayEnd(side, tricks):
            return {**_won_by(side), "TricksWon": tricks}
        case msg.GameEnd(side):
            return _won_by(side)
        case msg.DisconnectPlayer(player, over):
            return {"PlayerPos": _letter(player), **({"SessionOver": True} if over else {})}
        case msg.BidStart() | msg.BidEnd() | msg.PlayStart() | msg.Score():
            return _board_values(message)
        case _:
            assert_never(message)


def _board_values(message: msg.BidStart | msg.BidEnd | msg.PlayStart | msg.Score) -> _Values:
    """Return the fields of the messages that have many."""
    match message:
        case msg.BidStart(cards, dealer, number, vulnerability, part_scores):
            values: _Values = {"Cards": hand_value(Hand.of_cards(cards)), "Dealer": dealer.letter}
            if vulnerability is not None:
                sides = (vulnerability.of_side(side) for side in Side)
                values["Vulnerable"] = dict(zip(SIDE_NAMES, sides, strict=True))
            if part_scores is not None:
                values["PartScores"] = _by_side(part_scores)
            return values | _added("Number", number)
        case msg.BidEnd(contract):
            declarer = contract.declarer if contract else None
            suit = contract.strain.suit if contract else None
            return {
                "Contract": contract_value(contract),
                "Trump": None if suit is None else suit.letter,
                "Declarer": _letter(declarer),
                "Dummy": _letter(None if declarer is None else declarer.partner),
            }
        case msg.PlayStart(dummy):
            return {"DummyCards": hand_value(Hand.of_cards(dummy)) if dummy else []}
        case msg.Score(north_south, east_west, standing):
            return {
                "NSscores": _all_fields(north_south),
                "EWscores": _all_fields(east_west),
                **_standing(standing),
            }


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.letter


def _added(name: str, value: Any) -> _Values:
    """Return a field that the text does not have, if there is something to say."""
    return {name: value} if value not in (None, "") else {}


def _won_by(side: Side | None) -> _Values:
    return {"WinningPartnership": None if side is None else SIDE_NAMES[side]}


def _all_fields(fields: Fields) -> _Values:
    """Return the nine fields of a side's score."""
    return {name: fields.get(name, 0) for name in FIELD_OF.values()}


def _standing(standing: Standing | None) -> _Values:
    if standing is None:
        return {}
    values: _Values = {"Games": _by_side(standing.games)}
    values["PartScores"] = _by_side(standing.part_scores)
    if standing.totals is not None:
        values["Totals"] = _by_side(standing.totals)
    return {"Rubber": values | {"Over": standing.over}}


def _by_side(numbers: BySide) -> _Values:
    return dict(zip(SIDE_NAMES, numbers, strict=True))


def score_message(lines: tuple[ScoreLine, ...], rubber: Rubber | None) -> msg.Score:
    """Return the message for what a board has scored.

    Args:
        lines: what it has scored.
        rubber: the rubber that it belongs to, if any.
    """
    sides: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for line in lines:
        name = FIELD_OF[line.kind]
        sides[line.side][name] = sides[line.side].get(name, 0) + line.points
    return msg.Score(*sides, None if rubber is None else standing_of(rubber))


def standing_of(rubber: Rubber) -> Standing:
    """Return how a rubber stands."""
    north_south, east_west = map(rubber.total, Side)
    return Standing(rubber.games, rubber.part_scores, (north_south, east_west), rubber.over)
