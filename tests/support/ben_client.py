"""A client of BEN's game API, written from that API's description alone.

It keeps the whole state, since the API keeps none, and knows the laws only as far as it must: who
is next, who has won a trick. Nothing of the engine is used.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import httpx

SEATS = "NESW"
RANKS = "23456789TJQKA"


@dataclass
class BenTable:
    """A board at four seats that all ask the same server.

    Attributes:
        client: asks the server.
        hands: the hand of each seat, `S.H.D.C`.
        dealer: who dealt.
        vul: who is vulnerable, as the API writes it.
        prefix: before each path.
        dashes: whether calls are parted by dashes; else two letters each.
        details: whether to ask for candidates, samples and means, and to check what they say.
    """

    client: httpx.Client
    hands: dict[str, str]
    dealer: str = "N"
    vul: str = ""
    prefix: str = "/ben"
    dashes: bool = False
    details: bool = False
    auction: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)

    def get(self, path: str, **words: str) -> Any:
        """Return the answer of a path."""
        answer = self.client.get(f"{self.prefix}/{path}", params=words)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @property
    def ctx(self) -> str:
        """The auction, as the API reads it."""
        if self.dashes:
            return "-".join({"PASS": "P"}.get(bid, bid) for bid in self.auction)
        return "".join({"PASS": "--", "X": "Db", "XX": "Rd"}.get(bid, bid) for bid in self.auction)

    def seat_after(self, seat: str, steps: int) -> str:
        """Return the seat so many places to the left."""
        return SEATS[(SEATS.index(seat) + steps) % 4]

    def bid_all(self) -> None:
        """Bid to the end of the auction."""
        while not self.bidding_is_over():
            seat = self.seat_after(self.dealer, len(self.auction))
            answer = self.get("bid", hand=self.hands[seat], seat=seat, dealer=self.dealer,
                vul=self.vul, ctx=self.ctx, **self._more)  # fmt: skip
            assert answer["alert"] in ("True", "False") and isinstance(answer["explanation"], str)
            if self.details:
                assert answer["candidates"][0]["call"] == answer["bid"]
                self._check_means(answer, seat)
            self.auction.append(answer["bid"])

    def bidding_is_over(self) -> bool:
        """Whether three passes follow a bid, or four begin the auction."""
        return len(self.auction) >= 4 and self.auction[-3:] == ["PASS"] * 3

    def contract(self) -> tuple[str, str]:
        """Return the last bid, `3N`, and declarer."""
        index = max(at for at, bid in enumerate(self.auction) if bid[0] in "1234567")
        strain, side = self.auction[index][1], index % 2
        first = next(
            at for at, bid in enumerate(self.auction)
            if at % 2 == side and bid[0] in "1234567" and bid[1] == strain
        )  # fmt: skip
        return self.auction[index], self.seat_after(self.dealer, first)

    def play_all(self) -> dict[str, int]:
        """Play all thirteen tricks; return how many each seat has won."""
        bid, declarer = self.contract()
        dummy, leader = self.seat_after(declarer, 2), self.seat_after(declarer, 1)
        common = {"dealer": self.dealer, "vul": self.vul, "ctx": self.ctx}
        first = self.get("lead", hand=self.hands[leader], seat=leader, **common, **self._more)
        if self.details:
            self._check_means(first, leader)
            self._check_cards(first)
        lead = first["card"]
        self._put(leader, lead)
        won = dict.fromkeys(SEATS, 0)
        trick = [lead]
        while True:
            if len(trick) == 4:
                leader = self.seat_after(leader, winner(trick, bid[1]))
                won[leader] += 1
                trick = []
            if len(self.played) == 52:
                return won
            turn = self.seat_after(leader, len(trick))
            asked = declarer if turn == dummy else turn
            answer = self.get("play", hand=self.hands[asked], dummy=self.hands[dummy], seat=asked,
                played="".join(self.played), **common, **self._more)  # fmt: skip
            if self.details:
                self._check_cards(answer)
            assert answer["player"] == (SEATS.index(asked) - SEATS.index(declarer) - 1) % 4
            follows_suit(self.left(turn), trick, answer["card"])
            self._put(turn, answer["card"])
            trick.append(answer["card"])

    def trick_winner(self, number: int) -> str:
        """Return who has won a trick, counted from 0."""
        bid, declarer = self.contract()
        leader = self.seat_after(declarer, 1)
        for start in range(0, 4 * number + 4, 4):
            leader = self.seat_after(leader, winner(self.played[start : start + 4], bid[1]))
        return leader

    def left(self, seat: str) -> set[str]:
        """Return the cards that a seat still holds."""
        suits = zip("SHDC", self.hands[seat].split("."), strict=True)
        return {suit + rank for suit, ranks in suits for rank in ranks} - set(self.played)

    @property
    def _more(self) -> dict[str, str]:
        return {"details": "true", "tournament": "mp"} if self.details else {}

    def _check_means(self, answer: Any, seat: str) -> None:
        """Check the samples and the means of the three other hands against the hand of a seat."""
        own = sum("JQKA".find(rank) + 1 for rank in self.hands[seat].replace(".", ""))
        assert abs(sum(answer["hcp"]) + own - 40) < 0.4
        lengths = [sum(answer["shape"][at::4]) for at in range(4)]
        mine = [len(suit) for suit in self.hands[seat].split(".")]
        assert all(abs(one + two - 13) < 0.4 for one, two in zip(lengths, mine, strict=True))
        for sample in answer["samples"]:
            assert sample.split()[SEATS.index(seat)] == self.hands[seat]

    def _check_cards(self, answer: Any) -> None:
        """Check the candidates of a card: the card is one of them, and their numbers are ones."""
        listed = answer["candidates"]
        assert not listed or answer["card"] in {each["card"] for each in listed}
        for each in listed:
            assert 0 <= each["expected_tricks_dd"] <= 13 and 0 <= each["p_make_contract"] <= 1

    def _put(self, seat: str, card: str) -> None:
        assert card in self.left(seat), (seat, card)
        self.played.append(card)


def winner(trick: list[str], trump: str) -> int:
    """Return the place of the card that wins a trick."""
    suit = trump if any(card[0] == trump for card in trick) else trick[0][0]
    return max(range(4), key=lambda at: (trick[at][0] == suit, RANKS.index(trick[at][1])))


def follows_suit(held: set[str], trick: list[str], card: str) -> None:
    """Refuse a revoke."""
    if trick and card[0] != trick[0][0]:
        assert not any(other[0] == trick[0][0] for other in held), (trick, card, held)
