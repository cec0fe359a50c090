"""Table managers that read no more than real ones do: bridge_env's server, OpenSpiel's controller.

Each reads with the expressions of its own sources and says what it was recorded to say; a third one
speaks as the protocol's text is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from dowager.auction import Call, Vulnerability, parse_call
from dowager.cards import Hand, Seat, card_name, parse_card
from dowager.formats import Board
from dowager.table import LiveBoard
from support.strict_tables import CALL_WORDS, VULNERABILITIES, Chair, StrictTable, hand_words

_CALLS = {words: call for call, words in CALL_WORDS.items()}
_TIMES = (
    "Timing - N/S : this board  [1:15],  total  [0:11:23].  "
    "E/W : this board  [1:18],  total  [0:10:23]"
)


class BridgeEnvTable(StrictTable):
    """bridge_env's server: passes lines on as they are, and deletes the word `Alert.`."""

    dialect = "bridge-env"

    def log_on(self, chair: Chair, line: str) -> None:
        """Read the three, in any case."""
        match = re.match(r'Connecting "(.*)" as (.*) using protocol version (\d+)', line, re.I)
        if not match or match[2].capitalize() != chair.name or match[3] != "18":
            chair.refuse(line, "no log-on")
        chair.team = match[1]

    def check(self, chair: Chair, line: str, words: str) -> None:
        """Compare the whole line, in any case and with any blanks."""
        pattern = f"{chair.name} {words}".replace(" ", r"\s+")
        if not re.fullmatch(pattern, line, re.IGNORECASE):
            chair.refuse(line, f"{words!r} is expected")

    def read_call(self, chair: Chair, line: str) -> tuple[Call, str | None]:
        """Read a bid, whatever follows; or another call, which nothing may follow."""
        line = self._without_alert(line)
        bid = re.match(rf"{chair.name} bids (\d)(C|D|H|S|NT)", line, re.IGNORECASE)
        if bid:
            return parse_call(bid[1] + bid[2]), None
        words = line.removeprefix(chair.name + " ").lower()
        return (_CALLS[words], None) if words in _CALLS else chair.refuse(line, "no call")

    @staticmethod
    def _without_alert(line: str) -> str:
        return re.sub(r"\s+Alert\.\s*", "", line, flags=re.IGNORECASE)

    def read_card(self, chair: Chair, hand: Seat, line: str) -> int:
        """Read a rank and a suit, or a suit and a rank, under the name of the hand's seat."""
        match = re.match(f"{hand.word} plays (.*)", line, re.IGNORECASE)
        letters = match[1].upper() if match else chair.refuse(line, f"no card of {hand.word}")
        return parse_card(letters[:2] if letters[0] in "SHDC" else letters[1::-1])

    def say_seated(self, chair: Chair) -> None:
        """Give a client its seat."""
        chair.say(f"{chair.name} {chair.team} seated")

    def say_teams(self, chair: Chair, north_south: str, east_west: str) -> None:
        """Name the teams."""
        chair.say(f'Teams : N/S : "{north_south}" E/W : "{east_west}"')

    def relay(self, chair: Chair, live: LiveBoard, step: int, asked: str, said: str) -> None:
        """Pass on what was said."""
        chair.say(self._without_alert(said) if step < live.calls else said)


class OpenSpielTable(StrictTable):
    """OpenSpiel's controller: capitals, small cards, and segments taken for lines."""

    dialect = "openspiel"

    def own_board(self, board: Board) -> Board:
        """Return a board whose dealer is North; nobody is vulnerable."""
        return replace(board, dealer=Seat.NORTH, vulnerability=Vulnerability.NONE)

    def lines(self, chair: Chair) -> Iterator[str]:
        """Give all that has come as one line, once it ends as a line does."""
        if chair.data.endswith(b"\n"):
            yield re.sub(r"\s+", " ", chair.data.decode("ascii")).strip()
            chair.data = b""

    def log_on(self, chair: Chair, line: str) -> None:
        """Read the name of who asks for any seat."""
        match = re.match('Connecting "(.*)" as ANYPL using protocol version 18', line)
        chair.team = match[1] if match else chair.refuse(line, "no log-on")

    def check(self, chair: Chair, line: str, words: str) -> None:
        """Compare the line, which may ask for anybody's call or card."""
        other = r"(?P<other>[^']*)'s ((bid)|(card to trick \d+))|(?P<dummy>dummy)"
        asked = "'s " in words or words.endswith("dummy")
        expected = f"{chair.name.upper()} ready for ({other})" if asked else None
        right = re.match(expected, line) if expected else line == f"{chair.name.upper()} {words}"
        if not right or not line.lower().endswith(words.lower()):
            chair.refuse(line, f"{words!r} is expected")

    def _action(self, chair: Chair, line: str) -> re.Match[str]:
        pattern = (
            "(NORTH|SOUTH|EAST|WEST) ((?P<word>PASSES|DOUBLES|REDOUBLES)|bids (?P<bid>[^ ]*)|"
            "(plays (?P<play>[23456789tjqka][cdhs])))( Alert.)?"
        )
        return re.match(pattern, line) or chair.refuse(line, "no action")

    def read_call(self, chair: Chair, line: str) -> tuple[Call, str | None]:
        """Read a call in capitals."""
        match = self._action(chair, line)
        if match["word"]:
            return _CALLS[match["word"].lower()], None
        return parse_call(match["bid"]), None

    def read_card(self, chair: Chair, hand: Seat, line: str) -> int:
        """Read a card in small letters."""
        card = self._action(chair, line)["play"] or chair.refuse(line, "no card")
        return parse_card(card[::-1].upper())

    def say_seated(self, chair: Chair) -> None:
        """Give a client the seat that its connection is for."""
        chair.say(f'{chair.name.upper()} ("{chair.team}") seated')

    def say_teams(self, chair: Chair, north_south: str, east_west: str) -> None:
        """Name the teams by their seats."""
        chair.say('Teams: N/S "north-south" E/W "east-west"')

    def start_board(self, chair: Chair) -> None:
        """Begin a board."""
        chair.say("start of board")

    def say_deal(self, chair: Chair, live: LiveBoard) -> None:
        """Say the number; the rest is always the same."""
        chair.say(f"Board number {live.number}. Dealer NORTH. Neither vulnerable.")

    def say_cards(self, chair: Chair, name: str, hand: Hand) -> None:
        """Send cards, clubs first."""
        name = name if name == "Dummy" else name.upper()
        chair.say(f"{name}'s cards: {hand_words(hand, 'CDHS')}")

    def prompt(self, chair: Chair, name: str) -> None:
        """Ask for a lead, dummy's by declarer's name."""
        chair.say(f"{chair.name.upper()} to lead")

    def relay(self, chair: Chair, live: LiveBoard, step: int, asked: str, said: str) -> None:
        """Say whose action it is in the words of the client that asked."""
        name = asked.split(" ready for ")[1].split("'s ")[0]
        call = live.call_at(step)
        if call is None:
            action = f"plays {card_name(live.card_at(step))[::-1].lower()}"
        else:
            action = f"bids {call}" if call.is_bid else CALL_WORDS[call].upper()
        chair.say(f"{name} {action}")

    def end_board(self, chair: Chair) -> None:
        """Say times that nobody has measured."""
        chair.say(_TIMES)

    def end_session(self, chair: Chair) -> None:
        """Say nothing: the connection closes."""


class TextTable(StrictTable):
    """A table manager that speaks as the protocol's text is printed, and as others have read it.

    Two blanks, typographic apostrophes, stops after everything, and lines that do not end.
    """

    dialect = "blue-chip"

    def log_on(self, chair: Chair, line: str) -> None:
        """Compare the line with the text's."""
        match = re.fullmatch(r'Connecting "(.*)" as (\w+) using protocol version 18', line)
        if not match or match[2] != chair.name:
            chair.refuse(line, "no log-on")
        chair.team = match[1]

    def read_call(self, chair: Chair, line: str) -> tuple[Call, str | None]:
        """Read a call, and its alert after the word."""
        words, alerted, alert = line.removeprefix(chair.name + " ").partition(" Alert.")
        call = _CALLS[words] if words in _CALLS else parse_call(words.removeprefix("bids "))
        return call, alert.strip() if alerted else None

    def read_card(self, chair: Chair, hand: Seat, line: str) -> int:
        """Read a rank and a suit under the name of the hand's seat."""
        match = re.fullmatch(f"{hand.word} plays ([2-9TJQKA][SHDC])", line)
        return parse_card(match[1][::-1]) if match else chair.refuse(line, "no card")

    def say_teams(self, chair: Chair, north_south: str, east_west: str) -> None:
        """Name the teams, with stops."""
        chair.say(f'Teams : N/S : "{north_south}". E/W : "{east_west}".')

    def start_board(self, chair: Chair) -> None:
        """Begin a board in a line that does not end."""
        chair.say("Start of board", end="")

    def say_deal(self, chair: Chair, live: LiveBoard) -> None:
        """Say number, dealer and vulnerability, without the last stop."""
        dealer, which = live.auction.dealer.word, VULNERABILITIES[live.auction.vulnerability]
        chair.say(f"Board number {live.number}.  Dealer {dealer}.  {which} vulnerable")

    def say_cards(self, chair: Chair, name: str, hand: Hand) -> None:
        """Send cards with the printed apostrophe."""
        chair.say(f"{name}\u2019s cards :  {hand_words(hand)}")

    def prompt(self, chair: Chair, name: str) -> None:
        """Ask for a lead in a line that does not end."""
        chair.say(f"{name} to lead", end="")

    def relay(self, chair: Chair, live: LiveBoard, step: int, asked: str, said: str) -> None:
        """Pass on a call with a stop, its alert to opponents alone; a card with words."""
        call = live.call_at(step)
        if call is None:
            chair.say(
                f"{live.hands[step].word}  plays {card_name(live.card_at(step))[::-1]}. Forced"
            )
        else:
            words = CALL_WORDS.get(call) or f"bids {call}"
            theirs = chair.seat.side is not live.makers[step].side
            alert = f" Alert.{live.alerts[step]}" if theirs and step in live.alerts else ""
            chair.say(f"{live.makers[step].word}  {words}.{alert}")

    def end_board(self, chair: Chair) -> None:
        """Say the times."""
        chair.say(_TIMES.replace("[", "").replace("]", "") + ".")
