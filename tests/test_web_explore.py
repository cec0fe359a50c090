"""The explorer: what a system does in a position, the owner's files, and both in a browser."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest

from dowager.authoring.new import new_system
from dowager.cards import Hand
from dowager.errors import InputError
from dowager.language.compile import System
from dowager.services.registry import answer
from dowager.web.explore.own_files import MOST_BYTES, ChangedError, OwnFiles
from support.browser import Watched, browser_page, needs_browser
from support.commands import DATA
from support.sweeps import sampled
from support.systems import TIMID, write_system
from support.web_server import Served, serving

HAND = "KJ63.A74.52.Q973"
PAGES = (
    "/explore?system=sayc&calls=1NT+P+2C",
    "/explore?system=sayc&other=acol",
    "/explore?system=mine&tab=files",
)


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a system of the owner's, as `dowager new` makes it."""
    into = tmp_path_factory.mktemp("owner")
    new_system("mine", into)
    return into / "mine"


@pytest.fixture(scope="module")
def server(mine: Path) -> Iterator[Served]:
    """Return a server with it."""
    with serving("--folder", mine) as served:
        yield served


@pytest.fixture
def text(mine: Path) -> Iterator[str]:
    """Return the text of the system's file, which is there again after the test."""
    file = mine / "system.yaml"
    before = file.read_text(encoding="utf-8")
    yield before
    file.write_text(before, encoding="utf-8")


def asked(name: str, **fields: object) -> dict[str, Any]:
    """Return a service's answer; that something is wrong fails the test."""
    found = answer(name, fields)
    assert isinstance(found, dict), found
    return found


def get(server: Served, path: str, **fields: str) -> httpx.Response:
    """Return what is answered to a question about a position."""
    return server.client.get(f"/explore/{path}", params=fields)


# -- services --------------------------------------------------------------------------------------


def test_the_shares_of_a_position_are_all_hands() -> None:
    found = asked("position", calls=["1NT", "P"])
    assert found["exact"] and found["seat"] == "S"
    shares = sum(call["hands"] for call in found["made"]) + found["none"]["hands"]
    assert shares == found["none"]["of"] == 635_013_559_600
    (stayman,) = [call for call in found["made"] if call["call"] == "2C"]
    assert (stayman["name"], stayman["forcing"], stayman["artificial"]) == (
        "Stayman",
        "round",
        True,
    )
    assert [step["call"] for step in found["path"]] == ["1NT", "P"]


def test_an_alert_says_nothing_of_rules_that_no_hand_reaches() -> None:
    (opening,) = [c for c in asked("position")["made"] if c["call"] == "2C"]
    unused = [rule["text"] for rule in opening["rules"] if not rule["share"]]
    assert not any(text in (opening["alert"] or "") for text in unused)


def test_an_auction_that_has_ended_has_no_calls() -> None:
    found = asked("position", calls=["1NT", "P", "P", "P"])
    assert (found["ended"], found["contract"], found["made"]) == (True, "1NT-N", [])


def test_the_hands_of_a_call_make_it() -> None:
    found = asked("hands_of_call", calls=["1NT", "P"], call="2C", n=20)
    for hand in found["examples"]:
        assert asked("bid", hand=hand, calls=["1NT", "P"])["call"] == "2C"
    assert len(found["examples"]) == 20
    assert sum(found["shares"]["hcp"].values()) == pytest.approx(1)
    for lengths in found["shares"]["lengths"].values():
        assert sum(lengths.values()) == pytest.approx(1)
    other = asked("hands_of_call", calls=["1NT", "P"], call="2C", n=20, seed=2)
    assert other["examples"] != found["examples"]


def test_a_rule_is_shown_as_its_file_has_it() -> None:
    found = asked("hands_of_call", calls=["1NT", "P"], call="2C")
    rule = next(rule for rule in found["rules"] if rule["name"] == "Stayman")
    assert rule["rule"] == f"{rule['file']}:{rule['line']}"
    lines = Path(rule["file"]).read_text(encoding="utf-8").splitlines()
    written = [line.strip() for line in rule["yaml"].splitlines()]
    assert written[0] == "- call: ${level}C" and "asks: four_card_major" in written
    first = rule["line"] - 1
    assert written == [line.strip() for line in lines[first : first + len(written)]]
    assert lines[first + len(written)].strip().startswith("- call:")


def test_a_call_without_a_rule_is_said() -> None:
    fields = {"system": "tests/data/tiny", "calls": ["1NT", "P"], "call": "7S"}
    assert "has no rule for 7S" in str(answer("hands_of_call", fields))
    assert "not legal" in str(answer("hands_of_call", fields | {"call": "1C"}))


def test_why_not_says_the_smallest_change_of_cards() -> None:
    found = asked("why_of_hand", calls=["1NT", "P"], hand=HAND, **{"not": "2H"})
    assert (found["call"], found["other"]["call"]) == ("2C", "2H")
    change = found["other"]["change"]
    assert change["proved"] and change["cards"] == 1
    assert asked("bid", hand=change["hand"], calls=["1NT", "P"])["call"] == "2H"
    assert all(other["why"] for other in found["others"])


def test_a_hand_that_is_drawn_comes_to_the_position() -> None:
    calls = ["1NT", "P", "2C", "P", "2D", "P"]
    for seed in range(1, 6):
        hand = Hand.parse(asked("why_of_hand", calls=calls, seed=seed)["hand"])
        earlier = asked("bid", hand=str(hand), calls=calls[:2])
        assert earlier["call"] == "2C"


def test_an_edit_is_seen_by_whoever_knew_the_system(tmp_path: Path) -> None:
    file = write_system(tmp_path / "timid", TIMID)
    before = asked("bid", hand="K52.KJ4.KT73.AJ2", system=str(file.parent))
    file.write_text(TIMID.replace("hcp in 15..17", "hcp in 12..14"), encoding="utf-8")
    after = asked("bid", hand="K52.KJ4.KT73.AJ2", system=str(file.parent))
    assert (before["call"], after["call"]) == ("1NT", "P")


def test_a_system_that_has_been_edited_leaves_no_trace(tmp_path: Path) -> None:
    file = tmp_path / "tiny" / "system.yaml"
    file.parent.mkdir()
    file.write_text((DATA / "tiny" / "system.yaml").read_text(encoding="utf-8"))
    system = str(file.parent)
    for name in ("position", "hands_of_call", "why_of_hand"):
        asked(name, system=system, calls=["1NT", "P"], call="P")
    file.write_text(file.read_text(encoding="utf-8") + "# edited\n")
    asked("position", system=system, calls=["1NT", "P"])
    gc.unfreeze()
    kept = [each for each in gc.get_objects() if type(each) is System and each.file.path == file]
    assert len(kept) == 1


def test_faults_and_failing_quizzes_are_said_with_their_places(tmp_path: Path) -> None:
    new_system("mine", tmp_path)
    file = tmp_path / "mine" / "system.yaml"
    text = file.read_text(encoding="utf-8")
    sound = asked("faults_of_system", system=str(file.parent))
    assert (sound["faults"], sound["failed"]) == ([], []) and sound["asked"] > 20
    file.write_text(text.replace("hcp in 15..17", "hcp in 12..14"), encoding="utf-8")
    (failed, *_) = asked("faults_of_system", system=str(file.parent))["failed"]
    assert (failed["file"], failed["own"]) == ("quizzes.yaml", True)
    assert "expected" in failed["faults"][0]
    file.write_text(text.replace("balanced and hcp", "balancd and hcp"), encoding="utf-8")
    found = asked("faults_of_system", system=str(file.parent))
    fault = found["faults"][0]
    assert (fault["file"], fault["own"], found["asked"]) == ("system.yaml", True, 0)
    line = file.read_text(encoding="utf-8").splitlines()[fault["line"] - 1]
    assert line[fault["column"] - 1 :].startswith("balancd")
    assert "did you mean 'balanced'" in fault["message"]


def test_the_changes_of_an_edit_are_shown_by_hands(tmp_path: Path) -> None:
    file = write_system(tmp_path / "timid", TIMID)
    system, former = str(file.parent), TIMID.replace("hcp in 15..17", "hcp in 12..14")
    found = asked("changes_of_edit", system=system, before={"system.yaml": former})
    assert found["verdict"] == "different"
    first = found["differences"][0]
    assert first["calls"] == []
    assert asked("bid", hand=first["hand"], system=system)["call"] == first["new"]["call"]
    file.write_text(former, encoding="utf-8")
    assert asked("bid", hand=first["hand"], system=system)["call"] == first["old"]["call"]
    same = asked("changes_of_edit", system=system, before={"system.yaml": former})
    assert (same["verdict"], same["differences"]) == ("equivalent", [])


# -- files -----------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with rule files, and others that must not be touched."""
    folder = tmp_path / "mine"
    (folder / "quizzes").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    for name in (
        "system.yaml",
        "answers.yaml",
        "quizzes/one.yaml",
        ".hidden/two.yaml",
        "notes.txt",
    ):
        (folder / name).write_text(f"# {name}\n")
    (tmp_path / "outside.yaml").write_text("# outside\n")
    (folder / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    return folder


def test_only_rule_files_of_the_folder_are_listed(folder: Path) -> None:
    assert OwnFiles(folder).names() == ["system.yaml", "answers.yaml", "quizzes/one.yaml"]


@pytest.mark.parametrize(
    "name",
    [
        "../outside.yaml", "/etc/passwd", "link.yaml", ".hidden/two.yaml", "notes.txt", "",
        "quizzes/../system.yaml", "./system.yaml", "system.yaml\0", "quizzes", "x" * 5000,
    ],
)  # fmt: skip
def test_no_path_leads_to_another_file(folder: Path, name: str) -> None:
    with pytest.raises(InputError, match="no file"):
        OwnFiles(folder).read(name)
    with pytest.raises(InputError, match="no file"):
        OwnFiles(folder).write(name, "x", "")


def test_a_file_keeps_its_line_ends_its_mark_and_its_permissions(folder: Path) -> None:
    file = folder / "answers.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    file.chmod(0o640)
    own = OwnFiles(folder)
    read = own.read("answers.yaml")
    assert read.text == "a: 1\nb: 2\n"
    written = own.write("answers.yaml", "a: 1\nb: 3\n", read.edition)
    assert file.read_bytes() == b"\xef\xbb\xbfa: 1\r\nb: 3\r\n"
    assert written == own.read("answers.yaml")
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith(".answers")) == []


def test_what_somebody_else_has_written_is_not_lost(folder: Path) -> None:
    own = OwnFiles(folder)
    read = own.read("system.yaml")
    (folder / "system.yaml").write_text("# theirs\n")
    with pytest.raises(ChangedError):
        own.write("system.yaml", "# ours\n", read.edition)
    assert (folder / "system.yaml").read_text() == "# theirs\n"


def test_a_file_that_is_too_long_is_refused(folder: Path) -> None:
    own = OwnFiles(folder)
    edition = own.read("system.yaml").edition
    with pytest.raises(InputError, match="at most 1,048,576 bytes"):
        own.write("system.yaml", "x" * (MOST_BYTES + 1), edition)
    (folder / "system.yaml").write_bytes(b"x" * (MOST_BYTES + 1))
    with pytest.raises(InputError, match="too long"):
        own.read("system.yaml")
    (folder / "system.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="UTF-8"):
        own.read("system.yaml")


# -- HTTP ------------------------------------------------------------------------------------------


def test_calls_are_read_as_people_write_them(server: Served) -> None:
    plain = get(server, "position", calls="1NT P 2C P").json()
    assert get(server, "position", calls="1nt (p) 2c,p").json() == plain


def test_answers_about_shipped_systems_may_be_kept_and_others_not(server: Served) -> None:
    first = get(server, "position", calls="1NT")
    tag = first.headers["etag"]
    again = server.client.get(
        "/explore/position", params={"calls": "1NT"}, headers={"If-None-Match": tag}
    )
    assert (again.status_code, again.content) == (304, b"")
    for fields in ({"system": "mine"}, {"opponents": "mine"}):
        own = get(server, "position", **fields)
        assert own.headers["cache-control"] == "no-store" and "etag" not in own.headers


@pytest.mark.parametrize(
    ("path", "fields", "words"),
    [
        ("position", {"calls": "1NT 1C"}, "not legal"),
        ("position", {"calls": "banana"}, "BANANA"),
        ("position", {"calls": "1NT " * 900}, "at most 2,000 letters"),
        ("position", {"system": "../mine"}, "no system"),
        ("position", {"vul": "all of us"}, "all of us"),
        ("call", {"calls": "1NT P"}, "call"),
        ("call", {"call": "1NT", "n": "-1"}, '"n" takes a whole number'),
        ("call", {"call": "1NT", "n": "999"}, '"n" takes at most 50'),
        ("call", {"call": "1NT", "calls": "P P P P"}, "has ended"),
        ("hand", {"hand": "AQ5"}, "four, spades first"),
        ("hand", {"seed": "x"}, '"seed" takes a whole number'),
        ("hand", {"hand": HAND, "not": "8C"}, "8C"),
        ("files", {"system": "sayc"}, "is not a system of yours"),
        ("file", {"system": "mine", "name": "../mine/system.yaml"}, "no file"),
    ],
)
def test_a_bad_question_is_said(
    server: Served, path: str, fields: dict[str, str], words: str
) -> None:
    found = get(server, path, **fields)
    assert found.status_code == 400, found.text
    assert words.lower() in found.json()["error"].lower()


@pytest.mark.parametrize("path", ["save", "faults", "changes"])
@pytest.mark.parametrize("body", ["", "[]", '{"system": 5}', '{"system": "sayc"}', "{"])
def test_a_bad_edit_is_said(server: Served, path: str, body: str) -> None:
    found = server.client.post(f"/explore/{path}", content=body)
    assert found.status_code == 400, found.text
    assert found.json()["error"]


def test_changes_take_only_files_of_the_system(server: Served) -> None:
    fields = {"system": "mine", "before": {"../../x.yaml": "system: x"}}
    found = server.client.post("/explore/changes", json=fields)
    assert (found.status_code, '"before" takes' in found.json()["error"]) == (400, True)


def test_a_save_is_seen_at_once(server: Served, mine: Path, text: str) -> None:
    file = get(server, "file", system="mine", name="system.yaml").json()
    assert file["text"] == text
    before = get(server, "position", system="mine").json()
    fields = {"system": "mine", "name": "system.yaml", "edition": file["edition"]}
    edited = text.replace("hcp in 15..17", "hcp in 14..17")
    found = server.client.post("/explore/save", json=fields | {"text": edited})
    assert found.status_code == 200
    assert (mine / "system.yaml").read_text(encoding="utf-8") == edited

    def notrump(position: dict[str, Any]) -> float:
        return next(float(c["share"]) for c in position["made"] if c["call"] == "1NT")

    for _ in range(4):  # whichever process is asked
        after = get(server, "position", system="mine").json()
        assert notrump(after) > 1.2 * notrump(before)
    late = server.client.post("/explore/save", json=fields | {"text": text})
    assert (late.status_code, "changed on disk" in late.text) == (409, True)


def test_work_ends_when_whoever_asked_goes_away(mine: Path, text: str) -> None:
    with serving("--folder", mine, "--processes", "1", "--seconds", "200") as served:
        former = text.replace("hcp in 15..17", "hcp in 12..14")
        fields = {"system": "mine", "before": {"system.yaml": former}, "boards": 200}
        served.client.get("/explore/position", params={"system": "mine"}).raise_for_status()
        with pytest.raises(httpx.ReadTimeout):
            served.client.post("/explore/changes", json=fields, timeout=1.0)
        began = time.monotonic()
        served.client.get("/explore/position", params={"system": "mine"}).raise_for_status()
        waited = time.monotonic() - began
        began = time.monotonic()
        whole = served.client.post("/explore/changes", json=fields)
        assert whole.status_code == 200
        assert waited < time.monotonic() - began


def test_a_public_server_changes_no_file(mine: Path) -> None:
    with serving("--folder", mine, "--public") as served:
        listed = served.client.get("/explore/files", params={"system": "mine"}).json()
        assert listed["read_only"] is True
        for path in ("save", "faults", "changes"):
            found = served.client.post(f"/explore/{path}", json={"system": "mine"})
            assert (found.status_code, "only read" in found.text) == (403, True)
        assert "readonly" in served.client.get("/explore").text


def test_what_owners_ask_is_not_for_everybody(server: Served) -> None:
    assert server.client.post("/api/v1/changes_of_edit", json={}).status_code == 404
    assert server.client.post("/api/v1/faults_of_system", json={}).status_code == 404


# -- a browser -------------------------------------------------------------------------------------


@contextmanager
def shown(server: Served, path: str, width: int = 1280) -> Iterator[Watched]:
    """Show a path in a browser; no script may fail. What is refused is no fault of the page."""
    viewport = {"width": width, "height": 900}
    with browser_page(f"{server.address}{path}", viewport=viewport) as watched:
        yield watched
        problems = [each for each in watched.problems if "Failed to load resource" not in each]
        assert not problems


@needs_browser
def test_people_walk_through_a_system(server: Served) -> None:
    with shown(server, "/explore?system=sayc") as watched:
        page = watched.page
        page.get_by_role("link", name="1 notrump", exact=True).click()
        page.get_by_role("heading", name="East to call").wait_for()
        page.get_by_label("Auction, North deals").fill("1nt p")
        page.get_by_role("button", name="Show", exact=True).click()
        page.get_by_role("heading", name="South to call").wait_for()
        page.get_by_role("button", name="Details of 2 clubs").click()
        page.get_by_role("heading", name="by South after 1NT P").wait_for()
        figure = page.get_by_role("img", name="HCP.")
        figure.wait_for()
        assert "9: " in (figure.get_attribute("aria-label") or "")
        assert "show=2C" in page.url
        page.get_by_role("link", name="2 clubs", exact=True).click()
        page.get_by_role("heading", name="West to call").wait_for()
        page.go_back()
        page.get_by_role("heading", name="South to call").wait_for()
        page.get_by_role("link", name="Start").click()
        page.get_by_role("heading", name="North to call").wait_for()


@needs_browser
def test_people_ask_why_a_hand_makes_its_call(server: Served) -> None:
    with shown(server, "/explore?system=sayc&calls=1NT+P") as watched:
        page = watched.page
        page.get_by_role("tab", name="A hand").click()
        page.get_by_label("A hand: spades").fill(HAND)
        page.get_by_role("button", name="Which call?").click()
        page.locator("#hand-body strong", has_text="Stayman").first.wait_for()
        page.get_by_role("button", name="What would make it 2 hearts?").click()
        page.locator("#hand-body").get_by_text("the smallest change.").wait_for()


@needs_browser
def test_two_systems_stand_side_by_side(server: Served) -> None:
    with shown(server, "/explore?system=sayc") as watched:
        page = watched.page
        page.get_by_label("Compare with").select_option("acol")
        page.get_by_text("calls differ.").wait_for()
        assert "other=acol" in page.url
        page.locator("tr.differs", has_text="12–14 HCP").first.wait_for()


@needs_browser
def test_an_edit_shows_a_fault_and_mending_it_another_frequency(
    server: Served, mine: Path, text: str
) -> None:
    with shown(server, "/explore?system=mine&tab=files") as watched:
        page = watched.page
        area = page.get_by_label("The file's text")
        page.wait_for_selector("#position:not([aria-busy]) #position-body table")
        area.fill(text.replace("balanced and hcp in 15..17", "balancd and hcp in 14..17"))
        page.get_by_role("button", name="Save", exact=True).click()
        fault = page.locator(".faults button").first
        fault.wait_for()
        assert "did you mean 'balanced'" in page.locator(".faults").inner_text()
        fault.click()
        line = text.splitlines().index("        hand: balanced and hcp in 15..17") + 1
        assert f"system.yaml:{line}:" in fault.inner_text()
        start = area.evaluate("area => area.selectionStart")
        assert area.input_value()[start:].startswith("balancd")
        area.fill(text.replace("hcp in 15..17", "hcp in 14..17"))
        area.press("Control+s")
        page.get_by_role("heading", name="How often, in the position").wait_for()
        shifts = page.locator(".shifts").inner_text()
        assert "1NT" in shifts and "+" in shifts
        page.get_by_role("heading", name="What the edit changes").wait_for()
        assert page.locator(".changes li").count() > 0
        assert "14..17" in (mine / "system.yaml").read_text(encoding="utf-8")


@needs_browser
def test_what_is_wrong_is_said_where_people_look(server: Served) -> None:
    with shown(server, "/explore?system=sayc&calls=1NT+1Z+9C&show=ZZ") as watched:
        page = watched.page
        page.get_by_role("alert").filter(has_text="1Z").first.wait_for()
        page.get_by_role("link", name="Start").click()
        page.get_by_role("heading", name="North to call").wait_for()
        assert not page.get_by_role("alert").is_visible()


@needs_browser
def test_what_another_program_has_saved_is_not_lost(server: Served, mine: Path, text: str) -> None:
    with shown(server, "/explore?system=mine&tab=files") as watched:
        page = watched.page
        area = page.get_by_label("The file's text")
        page.wait_for_selector("#position:not([aria-busy]) #position-body table")
        theirs = text + "# theirs\n"
        (mine / "system.yaml").write_text(theirs, encoding="utf-8")
        area.fill(text + "# ours\n")
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_role("alert").filter(has_text="changed on disk").wait_for()
        assert (mine / "system.yaml").read_text(encoding="utf-8") == theirs
        page.get_by_role("button", name="Save mine over it").click()
        page.get_by_text("quizzes pass").wait_for()
        assert (mine / "system.yaml").read_text(encoding="utf-8") == text + "# ours\n"


@needs_browser
def test_the_text_is_written_and_left_by_the_keyboard_alone(server: Served, text: str) -> None:
    with shown(server, "/explore?system=mine") as watched:
        page = watched.page
        page.wait_for_selector("#position:not([aria-busy]) #position-body table")
        page.get_by_role("tab", name="The call").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        area = page.get_by_label("The file's text")
        area.fill("one:\n  two")
        area.press("Control+End")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.type("three")
        assert area.input_value() == "one:\n  two\n    three"
        page.keyboard.press("Shift+Tab")
        assert area.input_value() == "one:\n  two\n  three"
        page.keyboard.press("Control+z")
        assert area.input_value() == "one:\n  two\n    three"
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == "save"
        page.get_by_role("button", name="Back to what is saved").click()
        assert area.input_value() == text


@needs_browser
def test_a_comparison_is_stopped(server: Served, text: str) -> None:
    with shown(server, "/explore?system=mine&tab=files") as watched:
        page = watched.page
        page.wait_for_selector("#position:not([aria-busy]) #position-body table")
        area = page.get_by_label("The file's text")
        page.route("**/explore/changes", lambda route: None)  # as one that takes very long
        area.fill(text.replace("hcp in 15..17", "hcp in 14..17"))
        area.press("Control+s")
        page.get_by_text("in the background").wait_for()
        page.get_by_role("button", name="Stop").click()
        page.get_by_text("The comparison was stopped.").wait_for()


@needs_browser
@pytest.mark.parametrize(("width", "path"), sampled(product([390, 1280, 1920], PAGES), 2))
def test_everybody_can_use_the_page(server: Served, path: str, width: int) -> None:
    with shown(server, path, width) as watched:
        page = watched.page
        page.wait_for_selector("#position:not([aria-busy]) #position-body table")
        if "calls" in path:
            page.get_by_role("img", name="HCP.").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert watched.faults_by_axe() == []
