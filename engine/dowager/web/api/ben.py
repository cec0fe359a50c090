"""BEN's dialect: what clients of its game API ask by GET, answered by rules and simulations.

The paths stand under `/ben`, and with `dowager serve --ben` at the root as well.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from html import escape
from typing import Any

from starlette.routing import BaseRoute

from dowager.auction import Vulnerability, dealer_of_board
from dowager.cards import Seat
from dowager.errors import InputError
from dowager.services.bidding import MOST_JUDGING
from dowager.services.requests import text_field
from dowager.web.api.asking import Answer, Dialect, asking_route, north_south, posting_route
from dowager.web.api.at_play import auction_of, contract_of, seen_hands
from dowager.web.api.ben_answers import (
    bid_answer,
    board_answer,
    candidates,
    card_answer,
    claim_words,
    deals_answer,
    told,
)
from dowager.web.api.dialect_words import (
    Words,
    as_played,
    call_of,
    calls_of,
    cards_of,
    common_fields,
    hand_of,
    is_true,
    seat_of,
    short_call,
    word,
    written_hand,
)
from dowager.web.api.reading import Fields
from dowager.web.api.small_cards import two_with_small_cards
from dowager.web.site import Site

PREFIX = "/ben"
_SAMPLES = 40
_BOARD_SECONDS = 15.0
_WRONG = "An error occurred: "
_MOST_CALLS = 400
_OVER = {"message": "Bidding is over"}


def routes(site: Site, prefix: str = PREFIX) -> list[BaseRoute]:
    """Return the paths of the dialect, behind a prefix."""
    ben = Ben(site)
    every = {
        "bid": ben.bid,
        "bids": ben.bids,
        "lead": ben.lead,
        "play": ben.play,
        "claim": ben.claim,
        "contract": ben.contract,
        "explain": ben.explain,
        "explain_auction": ben.explain_auction,
        "autoplay": ben.autoplay,
    }
    asked = (asking_route(f"{prefix}/{name}", call, _WRONG) for name, call in every.items())
    return [*asked, posting_route(f"{prefix}/cuebid", ben.cuebid, _WRONG)]


class Ben(Dialect):
    """Answers of the dialect."""

    def _of_us(self, words: Words) -> Fields:
        ours, theirs = systems_of(words, self._site.options.system)
        return {"system": ours, "opponents": theirs}

    def _north_south(self, words: Words, seat: Seat) -> Fields:
        return north_south(systems_of(words, self._site.options.system), seat)

    async def bid(self, words: Words, client: str) -> Answer:
        """Answer which call to make; `judge` gives seconds to judgement."""
        seat = seat_of(words, "seat")
        fields = common_fields(words, seat) | self._of_us(words)
        if auction_of(fields).ended:
            return _OVER
        fields |= {"hand": hand_of(words), "seat": seat.letter}
        found = await self._site.ask("bid", fields | self._judging(words), client)
        if not is_true(words, "details"):
            return bid_answer(found)
        return {
            **bid_answer(found),
            "candidates": candidates(found),
            "explanations": await self._explanations(words, client),
            **await self._others(fields, client),
        }

    def _judging(self, words: Words) -> Fields:
        """Return the seconds for judgement, if any are asked for.

        Raises:
            InputError: they are no number, or too many.
        """
        text, most = words.get("judge", "0"), min(MOST_JUDGING, self._site.options.most_thinking)
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= most:
            raise InputError(f'"judge" takes seconds, 0 to {most:g}, not {text[:20]!r}')
        return {"judge": seconds} if seconds else {}

    async def _others(self, fields: Fields, client: str) -> Fields:
        """Return samples of the other hands, and the means of their HCP and lengths."""
        asked = {key: fields[key] for key in fields if key not in ("scoring", "seconds")}
        drawn = await self._site.ask("deals", asked | {"n": _SAMPLES, "seed": 1}, client)
        return deals_answer(drawn["deals"], Seat.parse(fields["seat"]))

    async def cuebid(self, fields: Fields, client: str) -> Answer:
        """Answer which call to make, asked by an object in JSON: `dealer`, `auction`, `hand` ..."""
        words = {
            "hand": text_field(fields, "hand", ""),
            "dealer": text_field(fields, "dealer", "N"),
            "vul": text_field(fields, "vuln", ""),
        }
        asked = common_fields(words, Seat.NORTH) | {"calls": _auction_in(fields)}
        auction = auction_of(asked)
        if auction.ended:
            return _OVER
        turn = auction.turn
        if Seat.parse(text_field(fields, "turn", turn.letter)) is not turn:
            raise InputError(f'"turn" is wrong: it is {turn.letter}\'s')
        north, east = (self._system_of(fields, key) for key in ("sysNS", "sysEW"))
        ours, theirs = (north, east) if turn.side is Seat.NORTH.side else (east, north)
        asked |= {"hand": hand_of(words), "system": ours, "opponents": theirs}
        found = await self._site.ask("bid", asked, client)
        return {
            "bid": short_call(found["call"]).replace("PASS", "Pass"),
            "alert": told(found),
            "artificial": found["alert"] is not None,
        }

    def _system_of(self, fields: Fields, key: str) -> str:
        """Return the system of a side: the server's own where the name is none that is served."""
        named = self._site.systems.named_like(text_field(fields, key, ""))
        return named or self._site.options.system

    async def bids(self, words: Words, client: str) -> Answer:
        """Answer which calls the system has, with what they show."""
        fields = common_fields(words, Seat.NORTH) | self._of_us(words)
        found = await self._site.ask("calls", fields, client)
        return [
            {"bid": short_call(each["call"]), "description": each["text"]}
            for each in found["calls"]
        ]

    async def lead(self, words: Words, client: str) -> Answer:
        """Answer which card to lead."""
        seat = seat_of(words, "seat")
        fields = common_fields(words, seat)
        if contract_of(fields).declarer.plus(1) is not seat:
            return {"message": "Not this player to lead"}
        fields |= {"hand": hand_of(words), "seat": seat.letter}
        asked = fields | self._north_south(words, seat) | {"seconds": self._seconds}
        answer = card_answer(await self._site.ask("lead", asked, client), words)
        if not is_true(words, "details"):
            return answer
        return answer | await self._others(fields | self._of_us(words), client)

    async def play(self, words: Words, client: str) -> Answer:
        """Answer which card to play; for dummy, declarer's hand may be given as `dummy`."""
        seat, fields, message = self._at_play(words)
        if message:
            return {"message": message}
        fields |= {"seconds": self._seconds}
        found = await self._site.ask("play", fields, client)
        place = (seat - contract_of(fields).declarer - 1) % 4
        more = {"player": place, "matchpoint": fields["scoring"] == "mp"}
        return {**card_answer(found, words), **more}

    async def claim(self, words: Words, client: str) -> Answer:
        """Answer whether a claim of so many of the tricks that are left is good."""
        seat, fields, message = self._at_play(words)
        if message:
            return {"message": message.replace("no cards to play", "no claim")}
        text = word(words, "tricks")
        if not text.isascii() or not text.isdigit() or len(text) > 2:
            raise InputError(f'"tricks" takes 0 to 13, not {text[:20]!r}')
        fields |= {"seat": seat.letter, "tricks": int(text)}
        found = await self._site.ask("claim", fields, client)
        return {"tricks": found["tricks"], "result": claim_words(found)}

    def _at_play(self, words: Words) -> tuple[Seat, Fields, str]:
        """Return who plays, the fields of the question, and a message in place of an answer."""
        seat = seat_of(words, "seat")
        fields = common_fields(words, seat) | self._north_south(words, seat)
        contract = contract_of(fields)
        hand, dummy = written_hand(words), written_hand(words, "dummy")
        if contract.declarer.partner is seat:  # dummy's cards as the hand: declarer chooses
            seat, hand, dummy = contract.declarer, dummy, hand
        cards = cards_of(words)
        if is_true(words, "format"):
            cards = as_played(cards, auction_of(fields))
        if not dummy:
            return seat, {}, "No dummy provided"
        if len(cards) >= 52:
            return seat, {}, "Game is over, no cards to play"
        hand, dummy = seen_hands(contract, seat, hand, dummy, cards)
        return seat, fields | {"hand": hand, "dummy": dummy, "cards": cards}, ""

    async def contract(self, words: Words, client: str) -> Answer:
        """Answer which contracts suit two hands."""
        seat = seat_of(words, "seat")
        hand, dummy = two_with_small_cards(written_hand(words), written_hand(words, "dummy"))
        fields = {
            "hand": hand,
            "dummy": dummy,
            "seat": seat.letter,
            "vul": common_fields(words, seat)["vul"],
            "seconds": self._seconds,
        }
        found = await self._site.ask("contract", fields, client)
        return {
            short_call(each["contract"]): {
                "score": round(each["share"], 2),
                "Tricks": [int(count) for count in each["tricks"]],
                "Percentage": [round(share, 2) for share in each["tricks"].values()],
            }
            for each in found["contracts"]
        }

    async def explain(self, words: Words, client: str) -> Answer:
        """Answer what the last call of an auction shows."""
        meanings = await self._meanings(words, client)
        if not meanings:
            raise InputError('"ctx" has no call to explain')
        return {"explanation": told(meanings[-1]), "Alert": meanings[-1]["alert"] is not None}

    async def explain_auction(self, words: Words, client: str) -> Answer:
        """Answer what all calls of an auction show, as a list in HTML and as one in JSON."""
        pairs = await self._explanations(words, client)
        rows = (f"  <li>{escape(call)} {escape(text)}</li>\n" for call, text in pairs)
        listed = [{"bid": call, "explanation": text} for call, text in pairs]
        return {"explanation": f"<ul>\n{''.join(rows)}</ul>", "explanations": listed}

    async def _explanations(self, words: Words, client: str) -> list[tuple[str, str]]:
        """Return the calls so far, each with what it shows."""
        meanings = await self._meanings(words, client)
        return [(short_call(each["call"]), told(each)) for each in meanings]

    async def _meanings(self, words: Words, client: str) -> list[Any]:
        seat = seat_of(words, "seat", "N")
        fields = common_fields(words, seat) | self._north_south(words, seat)
        found: list[Any] = (await self._site.ask("infer", fields, client))["calls"]
        return found

    async def autoplay(self, words: Words, client: str) -> Answer:
        """Answer how a whole board is bid and played."""
        began = time.monotonic()
        fields = _board_of(words) | self._of_us(words)
        fields["seconds"] = min(_BOARD_SECONDS, self._site.options.most_thinking)
        fields["bidding_only"] = is_true(words, "bidding_only")
        found = await self._site.ask("autoplay", fields, client)
        return board_answer(found, fields, words, began)


def _auction_in(fields: Mapping[str, Any]) -> list[str]:
    """Return the calls of an auction that is a list.

    Raises:
        InputError: it is none, or a call cannot be read.
    """
    listed = fields.get("auction", [])
    right = isinstance(listed, list) and len(listed) <= _MOST_CALLS
    if not right or not all(isinstance(each, str) for each in listed):
        raise InputError('"auction" takes a list of calls, such as ["1H", "Pass"]')
    return [call_of(each) for each in listed]


def _board_of(words: Words) -> Fields:
    """Return the fields of a board: a deal from North on, its number, dealer, vulnerability."""
    text = word(words, "deal").replace("_", ".").strip()
    number = word(words, "board", "1")
    if not number.isascii() or not number.isdigit() or not 0 < int(number[:9]) < 10**9:
        raise InputError(f'"board" takes a whole number from 1 on, not {number[:20]!r}')
    dealer = dealer_of_board(int(number[:9])).letter
    fields = common_fields({"dealer": dealer, **words, "vul": ""}, Seat.NORTH)
    usual = Vulnerability.of_board(int(number[:9])).word
    vulnerable = common_fields(words, Seat.NORTH)["vul"] if words.get("vul") else usual
    given = calls_of({"ctx": words.get("auction", "").replace(",", "-")})
    deal = text if ":" in text else f"N:{text}"
    return fields | {"deal": deal, "vul": vulnerable, "calls": given}


def systems_of(words: Words, usual: str) -> tuple[str, str]:
    """Return the systems of us and of them: `system`, `opponents`, or as convention cards."""
    ours = words.get("system") or words.get("file_us") or usual
    return ours, words.get("opponents") or words.get("file_them") or ours
