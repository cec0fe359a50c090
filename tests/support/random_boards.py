"""Random boards for the tests of the file formats, and texts spoilt by small changes."""

import random
from dataclasses import replace

from hypothesis import strategies as st

from dowager.auction import Auction, Call, Vulnerability
from dowager.cards import Seat, random_deal, trick_winner
from dowager.formats import Alert, Board, Tag, known_hands

LETTERS = st.characters(
    codec="utf-8", exclude_categories=("Cs", "Cc", "Z"), exclude_characters="|,{}#"
)
WORDS = st.lists(st.text(LETTERS, min_size=1, max_size=6), max_size=4).map(" ".join)
NAMES = ("West", "North", "East", "South")


def random_auction(rng: random.Random, dealer: Seat, vulnerability: Vulnerability) -> Auction:
    auction = Auction(dealer, vulnerability)
    for _ in range(rng.choice([0, 3, 60, 60])):
        if auction.ended:
            break
        calls = auction.legal_calls()
        auction = auction.after(rng.choice(calls[:6] + (Call.PASS,) * 4))
    return auction


def random_play(rng: random.Random, board: Board) -> tuple[int, ...]:
    """Cards in a random order, each trick by the seats in turn, followed or not."""
    assert board.contract and board.deal
    left = [rng.sample(list(hand.cards()), 13) for hand in board.deal.hands]
    seat, play = board.contract.declarer.plus(1), []
    for _ in range(rng.choice([0, 1, 5, 13])):
        trick = [left[seat.plus(step)].pop() for step in range(4)]
        play += trick
        seat = trick_winner(seat, trick, board.contract.strain.suit)
    return tuple(play[: rng.choice([len(play), max(0, len(play) - 2)])])


@st.composite
def boards(draw) -> Board:
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    dealer, vulnerability = rng.choice(list(Seat)), rng.choice(list(Vulnerability))
    auction = random_auction(rng, dealer, vulnerability)
    hidden = set(rng.choice([(), (), (0,), (1, 3), (0, 1, 2, 3)]))
    hands = [None if s in hidden else hand for s, hand in enumerate(random_deal(rng).hands)]
    alerted = sorted(rng.sample(range(len(auction.calls)), min(len(auction.calls), 2)))
    board = Board(
        dealer=dealer,
        vulnerability=vulnerability,
        number=draw(st.none() | st.integers(1, 999)),
        hands=known_hands(hands),
        calls=auction.calls,
        alerts=tuple(Alert(call, draw(WORDS)) for call in alerted),
        contract=auction.contract if auction.ended else None,
        tricks=draw(st.none() | st.integers(0, 13)) if auction.ended else None,
        tags=tuple(Tag(name, text) for name in NAMES if (text := draw(WORDS))),
        comments=tuple(text for text in draw(st.lists(WORDS, max_size=2)) if text),
    )
    if not board.contract or not board.deal:
        return board
    return replace(board, play=random_play(rng, board))


def spoilt(rng: random.Random, text: str) -> str:
    """Return the text with one to four pieces deleted, doubled, moved or replaced."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([1, 1, 2, 5, 30]))
        piece = text[start:end]
        junk = rng.choice(["", "", piece * 2, piece[::-1], rng.choice(JUNK), "\n\n"])
        text = text[:start] + junk + text[end:]
    return text


JUNK = [
    *'[]"{};%=-*+^#|,!?$:.0²٣ß\x00\ud800', "##", "md|", "mb|", "pc|", "qx|", "sv|", "an|x|", "mc|",
    "=1=", "^S", "AP", "7NT", "XX", "9" * 5000, '[Board "0"]', '[Deal "N:- - - -"]', '[Note "1"]',
    '[Result "99"]', '[Contract "Pass"]', '[Dealer ""]', '[Auction "Q"]', "md|1,,,,,|", "\\",
]  # fmt: skip
