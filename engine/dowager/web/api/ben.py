"""BEN's dialect: what clients of its game API ask by GET, answered by rules and simulations.

The paths stand under `/ben`, and with `dowager serve --ben` at the root as well.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from dowager.auction import Auction, Vulnerability, dealer_of_board, parse_calls
from dowager.cards import Deal, Seat
from dowager.errors import DowagerError, InputError
from dowager.web.api.dialect_words import (
    Words,
    as_played,
    calls_of,
    cards_of,
    common_fields,
    hand_of,
    seat_of,
    short_call,
    word,
)
from dowager.web.api.reading import Fields, fields_of_address
from dowager.web.site import Site, client_of
from dowager.web.workers import BusyError, FailedError, SlowError

PREFIX = "/ben"
_SAMPLES = 40
_SHOWN = 10
_CARD_SECONDS = 2.0
_BOARD_SECONDS = 15.0
_TRUE = ("true", "1", "t", "y", "yes")

Answer = dict[str, Any] | list[Any]


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
    return [asking_route(f"{prefix}/{name}", call) for name, call in every.items()]


class _AskingRoute(Route):
    """A path that may be a page's as well: without fields the page is meant."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request has this path, and fields."""
        if not scope.get("query_string"):
            return Match.NONE, {}
        return super().matches(scope)


def asking_route(
    path: str, call: Callable[[Words, str], Awaitable[Answer]], prefix: str = "An error occurred: "
) -> Route:
    """Return the path of a question whose fields stand in the address.

    Args:
        path: the path.
        call: answers, given the fields and who asks.
        prefix: what the text of an error begins with.
    """

    async def endpoint(request: Request) -> Response:
        try:
            return JSONResponse(await call(fields_of_address(request), client_of(request)))
        except (BusyError, SlowError, FailedError):
            raise
        except DowagerError as error:
            return JSONResponse({"error": f"{prefix}{error}"}, 400)

    kind = _AskingRoute if path == "/play" else Route
    return kind(path, endpoint, methods=["GET"])


def is_true(words: Words, key: str) -> bool:
    """Whether a field of an address says yes."""
    return words.get(key, "").strip().lower() in _TRUE


class Ben:
    """Answers of the dialect.

    Args:
        site: what the server knows and can do.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._seconds = min(_CARD_SECONDS, site.options.most_thinking)

    def _of_us(self, words: Words) -> Fields:
        ours, theirs = systems_of(words, self._site.options.system)
        return {"system": ours, "opponents": theirs}

    def _north_south(self, words: Words, seat: Seat) -> Fields:
        return north_south(systems_of(words, self._site.options.system), seat)

    async def bid(self, words: Words, client: str) -> Answer:
        """Answer which call to make."""
        seat = seat_of(words, "seat")
        fields = common_fields(words, seat) | self._of_us(words)
        if _auction_of(fields).ended:
            return {"message": "Bidding is over"}
        fields |= {"hand": hand_of(words), "seat": seat.letter}
        found = await self._site.ask("bid", fields, client)
        call = short_call(found["call"])
        more = await self._details(fields, found, client) if is_true(words, "details") else {}
        return {
            "bid": call,
            "who": "Rules",
            "quality": "Good" if found["rule"] else "No rule",
            **more,
            "explanation": _explanation(found),
            "alert": str(found["alert"] is not None),
        }

    async def _details(self, fields: Fields, found: Fields, client: str) -> Fields:
        """Return candidates, samples, and the means of HCP and lengths of the other hands."""
        candidate = {
            "call": short_call(found["call"]),
            "insta_score": 1.0,
            "explanation": _explanation(found),
            "alert": str(found["alert"] is not None),
        }
        asked = {key: fields[key] for key in fields if key != "scoring"}
        drawn = await self._site.ask("deals", asked | {"n": _SAMPLES, "seed": 1}, client)
        deals = [Deal.parse(text) for text in drawn["deals"]]
        samples = [text.partition(":")[2] for text in drawn["deals"][:_SHOWN]]
        means = _means(deals, Seat.parse(fields["seat"]))
        return {"candidates": [candidate], "samples": samples, **means}

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
        fields = common_fields(words, seat) | self._north_south(words, seat)
        leader = _contract_of(fields).declarer.plus(1)
        if leader is not seat:
            return {"message": "Not this player to lead"}
        fields |= {"hand": hand_of(words), "seconds": self._seconds}
        return _card(await self._site.ask("lead", fields, client), words)

    async def play(self, words: Words, client: str) -> Answer:
        """Answer which card to play; for dummy, declarer's hand may be given as `dummy`."""
        seat, fields, message = self._at_play(words)
        if message:
            return {"message": message}
        fields |= {"seconds": self._seconds}
        found = await self._site.ask("play", fields, client)
        place = (seat - _contract_of(fields).declarer - 1) % 4
        more = {"player": place, "matchpoint": fields["scoring"] == "mp"}
        return {**_card(found, words), **more}

    async def claim(self, words: Words, client: str) -> Answer:
        """Answer whether a claim of so many of the tricks that are left is good."""
        seat, fields, message = self._at_play(words)
        if message:
            return {"message": message}
        text = word(words, "tricks")
        if not text.isascii() or not text.isdigit() or len(text) > 2:
            raise InputError(f'"tricks" takes 0 to 13, not {text[:20]!r}')
        fields |= {"seat": seat.letter, "tricks": int(text)}
        found = await self._site.ask("claim", fields, client)
        return {"tricks": found["tricks"], "result": _claim_words(found)}

    def _at_play(self, words: Words) -> tuple[Seat, Fields, str]:
        """Return who plays, the fields of the question, and a message in place of an answer."""
        seat = seat_of(words, "seat")
        fields = common_fields(words, seat) | self._north_south(words, seat)
        contract = _contract_of(fields)
        hand, dummy = hand_of(words), hand_of(words, "dummy")
        if contract.declarer.partner is seat:  # dummy's cards as the hand: declarer chooses
            seat, hand, dummy = contract.declarer, dummy, hand
        cards = cards_of(words)
        if is_true(words, "format"):
            cards = as_played(cards, _auction_of(fields))
        message = "Game is over, no cards to play" if len(cards) >= 52 else ""
        message = "No dummy provided" if not dummy else message
        return seat, fields | {"hand": hand, "dummy": dummy, "cards": cards}, message

    async def contract(self, words: Words, client: str) -> Answer:
        """Answer which contracts suit two hands."""
        seat = seat_of(words, "seat")
        fields = {
            "hand": hand_of(words),
            "dummy": hand_of(words, "dummy"),
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
        alerted = meanings[-1]["alert"] is not None
        return {"explanation": _explanation(meanings[-1]), "Alert": alerted}

    async def explain_auction(self, words: Words, client: str) -> Answer:
        """Answer what all calls of an auction show, as a list in HTML and as one in JSON."""
        meanings = await self._meanings(words, client)
        told = [(short_call(each["call"]), _explanation(each)) for each in meanings]
        rows = (f"  <li>{escape(call)} {escape(text)}</li>\n" for call, text in told)
        listed = [{"bid": call, "explanation": text} for call, text in told]
        return {"explanation": f"<ul>\n{''.join(rows)}</ul>", "explanations": listed}

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
        told = [[short_call(each["call"]), _explanation(each)] for each in found["explained"]]
        name, _, declarer = (found["contract"] or "PASS").partition("-")
        answer = {
            "deal": word(words, "deal"),
            "dealer": fields["dealer"],
            "vulnerability": str(Vulnerability.parse(fields["vul"])),
            "auction": [short_call(call) for call in found["calls"]],
            "auction_with_explanations": told,
            "contract": name.replace("NT", "N"),
            "declarer": declarer or None,
        }
        return answer | _played_fields(found, declarer, began)


def _played_fields(found: Fields, declarer: str, began: float) -> Fields:
    """Return the fields of a board's play, as far as it was played."""
    elapsed = {"elapsed": round(time.monotonic() - began, 2)}
    if "play" not in found:
        return {"score": 0, "ns_score": 0, "play": []} | elapsed if not declarer else elapsed
    points = found["score"]
    return {
        "tricks": found["tricks"],
        "score": points,
        "ns_score": points if declarer in "NS" else -points,
        "play": found["play"],
        **elapsed,
    }


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


def north_south(systems: tuple[str, str], seat: Seat) -> Fields:
    """Return the systems of North-South and East-West, given those of a seat's side and theirs."""
    ours, theirs = systems if seat.side is Seat.NORTH.side else systems[::-1]
    return {"system": ours, "opponents": theirs}


def _auction_of(fields: Fields) -> Auction:
    dealer, vulnerability = Seat.parse(fields["dealer"]), Vulnerability.parse(fields["vul"])
    return Auction.of_calls(dealer, vulnerability, parse_calls(fields["calls"]))


def _contract_of(fields: Fields) -> Any:
    auction = _auction_of(fields)
    if not auction.ended or auction.contract is None:
        raise InputError("no contract: ctx is not a whole auction, or all have passed")
    return auction.contract


def _explanation(found: Fields) -> str:
    return "; ".join(part for part in (found["name"], found["text"]) if part)


def _means(deals: list[Deal], seat: Seat) -> Fields:
    """Return the means of HCP, and of lengths from spades on, of LHO, partner and RHO."""
    others = [seat.plus(step) for step in (1, 2, 3)]
    count = max(len(deals), 1)
    hcp = [round(sum(deal[each].hcp for deal in deals) / count, 1) for each in others]
    shape = [
        round(sum(deal[each].lengths[suit] for deal in deals) / count, 1)
        for each in others
        for suit in (3, 2, 1, 0)
    ]
    return {"hcp": hcp, "shape": shape}


def _card(found: Fields, words: Words) -> Fields:
    """Return a card, and with details what it was chosen from."""
    answer: Fields = {
        "card": found["card"],
        "who": "Simulation" if found["layouts"] else "Rules",
        "quality": "Good",
    }
    if is_true(words, "details"):
        answer["candidates"] = [
            {"card": each["card"], "expected_tricks_dd": each["tricks"], "imps": each["imps"]}
            for each in found["considered"]
        ]
        answer["samples"] = []
    return answer


def _claim_words(found: Fields) -> str:
    """Return in words whether a claim is accepted; tricks are counted from the first one."""
    side = "defenders" if found["defending"] else "declarers"
    total = found["won"] + found["tricks"]
    if found["accepted"]:
        name = found["contract"].partition("-")[0].replace("NT", "N")
        return f"Contract: {name} Accepted {side} claim of {total} tricks"
    sure = found["won"] + found["sure"]
    return f"{side.removesuffix('s').capitalize()} claimed {total} tricks - rejected {sure}"
