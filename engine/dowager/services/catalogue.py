"""Every question that programs may ask, in one table: for HTTP, its description, and assistants."""

from __future__ import annotations

from collections.abc import Mapping

from dowager.services.bidding import MOST_JUDGING
from dowager.services.dealing import MOST_SERVED
from dowager.services.explaining import MOST_SEEKING
from dowager.services.questions import Field, Part, Question

MOST_BOARDS = 10_000
"""Boards of one request."""
MOST_CHECKING = 300.0
"""Seconds for checking a system."""

_HAND = "KJ63.A74.52.Q973"
_CALLS = ["1NT", "P"]
_ENDED = ["1NT", "P", "3NT", "P", "P", "P"]
_LEADER, _DUMMY, _NORTH = "QJ93.K84.T53.J72", "AT8.AQ3.KJ62.QT8", "K52.J97.AQ98.K54"

_AUCTION = (
    Field("dealer", "text", "who dealt: N, E, S or W; North without it", "N", high=10),
    Field("vul", "text", "who is vulnerable: none, ns, ew or both; none without it", "none",
        high=10),
    Field("calls", "texts", "the calls from the dealer on: P, X, XX, 1C to 7NT", _CALLS),
    Field("scoring", "text", "what the board is scored by: imps, or mp for matchpoints", "imps",
        high=20),
    Field("part_scores", "part scores",
        "in a rubber, what North-South and East-West have below the line", [60, 0]),
)  # fmt: skip
_THEIR_SYSTEM = Field("opponents", "text", "the other side's system; the same one without it",
    "natural")  # fmt: skip
_SYSTEMS = (
    Field("system", "text", "the system of the hand's side, with options in brackets:"
        " name(option=value)", "natural"),
    _THEIR_SYSTEM,
)  # fmt: skip
_NORTH_SOUTH = (
    Field("system", "text", "the system of North-South, with options in brackets", "natural"),
    Field("opponents", "text", "that of East-West; the same one without it", "natural"),
)
_SEAT_HAND = (
    Field("seat", "text", "whose hand it is: N, E, S or W", "S", high=10),
    Field("hand", "text", "the thirteen cards of that seat, S.H.D.C", _HAND, high=100),
)
_READING = Field("reading", "text", "how far calls are believed: exact, tolerant ..., or by side:"
    " ns=exact,ew=tolerant", "exact", high=100)  # fmt: skip
_SEED = Field("seed", "whole", "for the same answer again", 1)
_HELD = Field("hand", "text", "the thirteen cards of the seat to call, S.H.D.C, spades first",
    _HAND, True, high=100)  # fmt: skip

BID = Question(
    "bid", "The call for a hand",
    "Which call the seat to call makes with a hand, and by which rule.",
    (
        _HELD, *_AUCTION,
        Field("seat", "text", "whose hand it is; it must be the seat to call", "S", high=10),
        *_SYSTEMS,
        Field("why", "truth", "whether to say why other calls were not chosen", True),
        Field("judge", "number", "seconds for judgement, which tries the calls that the hand nearly"
            " makes on deals; 0 for the rules' own call", 0, high=MOST_JUDGING, thinking=True),
        Field("reading", "text", "how far judgement believes the opponents' calls", "them=tolerant",
            high=100),
    ),
    (
        Part("call", "string", "the call"),
        Part("name", "string", "the rule's name"),
        Part("rule", "string", "the rule's file:line; empty when no rule fits"),
        Part("text", "string", "what the rule asks of the hand, in words"),
        Part("alert", "string?", "the words of the alert"),
        Part("forcing", "string", "no, round, rebid, game or signoff"),
        Part("judged", "object?", "what judgement said, if it was asked", False),
        Part("why", "array", "each other call with the reason, if it was asked", False),
    ),
    {"hand": _HAND, "calls": _CALLS},
)  # fmt: skip

EXPLAIN = Question(
    "explain", "Why this call, and why not that one",
    "Why a hand makes its call; with `call` or `rule`, why not that one, and the smallest change"
    " of cards with which it would.",
    (
        _HELD, *_AUCTION, *_SYSTEMS,
        Field("call", "text", "why not this call", "2H", high=20),
        Field("rule", "text", "why not this rule, FILE:LINE"),
        Field("seconds", "number", "seconds to look for the change of cards; 5 without it", 5,
            low=0.1, high=MOST_SEEKING, thinking=True, usual=5),
    ),
    (
        Part("hand", "string", "the hand"),
        Part("seat", "string", "the seat to call"),
        Part("calls", "array", "the calls so far"),
        Part("call", "string", "what the hand bids"),
        Part("name", "string", "the name of the rule"),
        Part("rule", "string", "its file:line; empty when no rule fits"),
        Part("parts", "array", "the conditions of the rule, each with what the hand has"),
        Part("known", "object", "what everybody knew"),
        Part("slips", "array", "earlier calls of this seat that the hand would not have made"),
        Part("tried", "array", "rules for other calls that came first, and what they lacked"),
        Part("others", "array", "the nearest rules for other calls"),
        Part("asked", "object", "why not the call or rule that was asked about", False),
    ),
    {"hand": _HAND, "calls": _CALLS, "call": "2H"},
)  # fmt: skip

INFER = Question(
    "infer", "What an auction has shown",
    "What each call shows, and what each hand can be; `ask` adds questions of your own.",
    (
        *_AUCTION, *_SEAT_HAND,
        Field("deal", "text", "the actual deal, to say which calls exclude it",
            "N:AQ5.KJ4.KT73.Q92 T82.QT62.J54.AT3 KJ94.A98.62.J864 763.753.AQ98.K75", high=200),
        *_SYSTEMS, _READING,
        Field("ask", "texts", "questions about hands", ["N: aces >= 2"], high=5000),
        Field("exact", "truth", "whether a solver proves ranges and answers", False),
    ),
    (
        Part("seats", "object", "for each seat the least and greatest HCP and lengths"),
        Part("calls", "array", "what each call shows"),
        Part("relaxed", "array", "indices of calls whose meanings left no hand"),
        Part("excluded", "array", "indices of calls whose meaning excludes the hand in `deal`"),
        Part("reading", "string", "how the sides were read, unless exactly", False),
        Part("asked", "array", "an answer for each question", False),
        Part("proved", "boolean", "whether the solver has proved the ranges, with `exact`", False),
        Part("witness", "string?", "a deal that fits, with `exact`", False),
    ),
    {"calls": ["1NT", "P", "2C"], "ask": ["N: aces >= 2"]},
)  # fmt: skip

DEALS = Question(
    "deals", "Deals that fit",
    "Random deals that fit an auction, a hand that is known, and conditions.",
    (
        *_AUCTION, *_SEAT_HAND, *_SYSTEMS, _READING,
        Field("n", "whole", "how many deals; 1 without it", 2, low=1, high=MOST_SERVED),
        _SEED,
        Field("where", "text", "conditions on the deals", "N: hcp in 15..17; E+W: S <= 7"),
    ),
    (
        Part("deals", "array", "the deals, N:S.H.D.C S.H.D.C S.H.D.C S.H.D.C"),
        Part("status", "string", "complete, partly, or none when no deal fits"),
        Part("proposals", "integer", "how many deals were proposed"),
        Part("probability", "number?", "the share of all deals that fit, about"),
        Part("witness", "string", "a deal that fits, where none was drawn", False),
    ),
    {"calls": ["1NT", "P", "3NT"], "n": 2, "seed": 1},
)  # fmt: skip

_CARDED = (
    Field("dealer", "text", "who dealt: N, E, S or W; North without it", "S", high=10),
    _AUCTION[1],
    Field("calls", "texts", "the whole auction", _ENDED, True),
    *_AUCTION[3:], *_NORTH_SOUTH, _READING,
    Field("seconds", "number", "seconds to think; 2 without it", 1, high=MOST_SEEKING,
        thinking=True, usual=2),
)  # fmt: skip
_CARD_PARTS = (
    Part("card", "string", "the card, suit first: SA, HT"),
    Part("considered", "array", "legal cards, the best first, each with declarer's tricks, the"
        " IMPs that it loses to the best card, and in what share of the layouts the contract is"
        " made; empty when the card was forced"),
    Part("layouts", "integer", "how many layouts of the hidden hands were solved"),
)  # fmt: skip

LEAD = Question(
    "lead", "The opening lead",
    "Which card to lead after an auction. It thinks on deals that agree with the calls.",
    (
        Field("hand", "text", "the thirteen cards of the leader, S.H.D.C", _LEADER, True,
            high=100),
        Field("seat", "text", "whose hand it is; it must be the leader", "W", high=10),
        *_CARDED,
    ),
    _CARD_PARTS,
    {"hand": _LEADER, "dealer": "S", "calls": _ENDED, "seconds": 1},
)  # fmt: skip

PLAY = Question(
    "play", "The card to play",
    "Which card to play next. At dummy's turn, ask with declarer's hand.",
    (
        Field("hand", "text", "the thirteen cards of the player as they were dealt; declarer's at"
            " dummy's turn", _DUMMY, True, high=100),
        Field("dummy", "text", "dummy's thirteen cards; left out before the opening lead", _NORTH,
            high=100),
        Field("cards", "texts", "the cards played so far, the opening lead first", ["SQ"],
            high=52),
        *_CARDED,
    ),
    _CARD_PARTS,
    {"hand": _DUMMY, "dummy": _NORTH, "cards": ["SQ"], "dealer": "S", "calls": _ENDED,
        "seconds": 1},
)  # fmt: skip

AUCTION = Question(
    "auction", "Whole boards",
    "Bids whole boards at all four seats. The answer comes as it is made, a line for each board in"
    " order; a board that is wrong has an `error` in its line. PBN goes in and out as well.",
    (
        Field("boards", "boards", "the boards", needed=True, high=MOST_BOARDS),
        Field("scoring", "text", "what the boards are scored by: imps or mp", "imps", high=20),
        *_NORTH_SOUTH,
        Field("explain", "truth", "whether to add what each call shows", True),
    ),
    (
        Part("board", "integer?", "the board's number"),
        Part("deal", "string", "the deal", False),
        Part("dealer", "string", "who dealt", False),
        Part("vul", "string", "who is vulnerable", False),
        Part("part_scores", "array", "what the sides have below the line, if any", False),
        Part("calls", "array", "the calls from the dealer on", False),
        Part("contract", "string?", "the contract; null when all passed", False),
        Part("rules", "array", "for each call the rule that explains it, file:line or null", False),
        Part("explained", "array", "for each call name, rule, text, alert, forcing; with"
            " `explain`", False),
        Part("error", "string", "what is wrong with the board", False),
    ),
    {"boards": [
        {"board": 1, "dealer": "N", "vul": "none",
            "deal": "N:AQ5.KJ4.KT73.Q92 T82.QT62.J54.AT3 KJ94.A98.62.J864 763.753.AQ98.K75"},
    ]},
)  # fmt: skip

FREQUENCY = Question(
    "frequency", "How often each call is made",
    "How often the seat to call makes each call, by which rules; with `call`, by what hands."
    " Shares are counted exactly where they can be.",
    (
        *_AUCTION, *_SYSTEMS,
        Field("call", "text", "show the hands that make this call", "2C", high=20),
        Field("deals", "whole", "count on so many random deals that fit the auction, in place of"
            " all hands of the seat", 1000, low=1, high=10_000),
        _SEED,
    ),
    (
        Part("calls", "array", "the calls so far", False),
        Part("seat", "string", "the seat to call", False),
        Part("exact", "boolean", "whether all hands were counted", False),
        Part("made", "array", "each call with its share of the hands and its rules", False),
        Part("none", "object", "the share for which no rule fits", False),
        Part("call", "string", "with `call`: that call", False),
        Part("hcp", "object", "with `call`: the share of each number of HCP", False),
        Part("shapes", "object", "with `call`: of each shape, spades first", False),
        Part("patterns", "object", "with `call`: of each shape whatever the suits", False),
        Part("lengths", "object", "with `call`: for each suit, of each length", False),
    ),
    {"calls": _CALLS},
)  # fmt: skip

USUAL_CHECKING = 120.0
"""Seconds that a check may take which names none."""

CHECK = Question(
    "check", "What is wrong with a system",
    "Faults of a system, each with a hand that it bids so, or none. It takes from seconds to"
    " minutes, and less for a system that was checked before; one check runs at a time.",
    (
        Field("system", "text", "the system, with options in brackets", "natural"),
        Field("boards", "whole", "random boards at each vulnerability; 100 without it", 10, low=1,
            high=2500),
        Field("depth", "whole", "how many calls of their auctions; 8 without it", 4, low=1,
            high=12),
        _SEED,
        Field("remarks", "truth", "whether to list what is odd but not wrong", False),
        Field("seconds", "number", f"seconds that it may take; {USUAL_CHECKING:g} without it", 120,
            low=1, high=MOST_CHECKING),
    ),
    (
        Part("system", "string", "the system"),
        Part("boards", "integer", "random boards, all vulnerabilities together"),
        Part("depth", "integer", "how many calls were looked at"),
        Part("seed", "integer", "of the boards"),
        Part("faults", "array", "what is wrong"),
        Part("remarks", "array", "what is odd; empty unless it was asked for"),
        Part("coverage", "array", "by length of the auction: how much was looked at"),
        Part("rules", "integer", "how many rules there are"),
        Part("rules_used", "integer", "how many of them some hand uses"),
        Part("decided", "object", "whose rules decided the calls"),
        Part("opponents", "array", "against which other systems"),
        Part("scanned", "integer", "how many positions were examined now"),
        Part("without_hints", "integer", "faults for which no hint was sought"),
    ),
    {"system": "natural", "boards": 10, "depth": 4},
)  # fmt: skip

SYSTEMS = Question(
    "systems", "Which systems there are",
    "The systems that questions may name, with titles and options.",
    (),
    (Part("systems", "array", "each with name, title and options: values, the usual one first"),
        Part("system", "string", "the one that is meant where none is named")),
    {},
)  # fmt: skip

QUESTIONS: Mapping[str, Question] = {
    each.name: each
    for each in (
        BID, EXPLAIN, INFER, DEALS, LEAD, PLAY, AUCTION, FREQUENCY, CHECK, SYSTEMS,
    )
}  # fmt: skip
"""Every question by its name."""
