"""The interface for programs under fire: whatever is sent, the server answers, and never with 500.

Schemathesis makes questions of the server's own description: right ones, and ones that are wrong
in every way that it knows. `DOWAGER_FUZZ` sets how many for each path.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode

from dowager.services.catalogue import QUESTIONS
from support.web_server import Served, serving

MANY = int(os.environ.get("DOWAGER_FUZZ", "8"))
ANSWERS = {200, 400, 405, 408, 413, 415, 503, 504}
SLOW = settings(
    max_examples=MANY,
    deadline=None,
    derandomize="DOWAGER_FUZZ" not in os.environ,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """Return a server that gives up soon."""
    with serving("--seconds", "2", patience=3600) as served:
        served.client.post("/api/v1/bid", json=QUESTIONS["bid"].example)  # both are warm
        yield served


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_question_is_answered_with_500(server: Served, name: str) -> None:
    document = server.client.get("/api/v1/openapi.json").json()
    schema = schemathesis.openapi.from_dict(document)
    schema.config.base_url = server.address
    operation = schema[f"/api/v1/{name}"]["GET" if name == "systems" else "POST"]
    for mode in GenerationMode if QUESTIONS[name].fields else [GenerationMode.POSITIVE]:
        cases = operation.as_strategy(generation_mode=mode)

        @SLOW
        @given(case=cases)
        def ask(case: schemathesis.Case) -> None:
            if name == "check" and isinstance(case.body, dict):
                case.body["seconds"] = 1  # it may have minutes
            answer = case.call(timeout=60)
            assert answer.status_code in ANSWERS, (case.body, answer.text)
            if answer.status_code != 200:
                assert set(answer.json()) == {"error"}

        ask()
    assert server.client.get("/api/v1/systems").status_code == 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@SLOW
@given(data=st.data())
def fields_are_refused(server: Served, name: str, data: st.DataObject) -> None:
    """Send known fields with values of any kind."""
    question = QUESTIONS[name]
    names = [field.name for field in question.fields]
    sent = dict(question.example) | data.draw(
        st.dictionaries(st.sampled_from(names), JSON, min_size=1, max_size=3)
    )
    if name == "check":
        sent["seconds"] = 1
    answer = server.client.post(f"/api/v1/{name}", content=json.dumps(sent))
    assert answer.status_code in ANSWERS, (sent, answer.text)


@pytest.mark.parametrize("name", [name for name in QUESTIONS if QUESTIONS[name].fields])
def test_any_json_in_any_field_is_answered(server: Served, name: str) -> None:
    fields_are_refused(server, name)


@SLOW
@given(text=st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode()))
def bytes_are_answered(server: Served, text: bytes) -> None:
    """Send any bytes as JSON and as PBN."""
    for kind in ("application/json", "application/x-pbn"):
        answer = server.client.post("/api/v1/auction", content=text, headers={"Content-Type": kind})
        assert answer.status_code in ANSWERS, answer.text


def test_any_bytes_are_answered(server: Served) -> None:
    bytes_are_answered(server)


PATHS = [
    *(f"/ben/{name}" for name in ("bid", "bids", "lead", "play", "claim", "contract", "explain")),
    *("/ben/explain_auction", "/ben/autoplay", "/seat/bid", "/seat/lead", "/seat/play"),
]
GOOD = {
    "hand": ["AT8.AQ3.KJ62.QT8", "AT8_AQ3_KJ62_QT8"],
    "dummy": ["K52.J97.AQ98.K54", ""],
    "seat": list("NESW"),
    "dealer": list("NESW"),
    "vul": ["", "NS", "Both", "@v@V"],
    "ctx": ["", "1N--", "1N--3N------", "P-1S-X-P", "--------"],
    "played": ["", "SQ", "SQS2S3SA"],
    "tricks": ["0", "5", "13"],
    "deal": ["862.62.AQT52.A96 AQJT9.Q875.97.K7 7543.AT943.8.JT8 K.KJ.KJ643.Q5432"],
    "details": ["true"],
    "bidding_only": ["true"],
    "meanings": ["true"],
    "matchtype": ["mp"],
}
ADDRESS = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(good) | st.text() for name, good in GOOD.items()}
)


@SLOW
@given(words=ADDRESS)
def addresses_are_answered(server: Served, path: str, words: dict[str, str]) -> None:
    """Send fields of an address, good ones and any text."""
    try:
        answer = server.client.get(path, params=words)
    except UnicodeEncodeError:
        return  # half of a character cannot be sent
    assert answer.status_code in ANSWERS, (words, answer.text)
    assert answer.status_code == 200 or set(answer.json()) == {"error"}


@pytest.mark.parametrize("path", PATHS)
def test_any_address_is_answered(server: Served, path: str) -> None:
    addresses_are_answered(server, path)
