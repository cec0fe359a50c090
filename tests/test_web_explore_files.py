"""The owner's files in the explorer: made, renamed, deleted; on disk, over HTTP, in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dowager.authoring.new import new_system, starting_text
from dowager.authoring.shared.own_quizzes import is_quiz_file, own_quizzes
from dowager.bidder import read_quizzes
from dowager.errors import InputError
from dowager.language.files import load_system
from dowager.services.registry import answer
from dowager.web.explore.own_files import MOST_BYTES, ChangedError, OwnFiles
from support.browser import browser_page, needs_browser
from support.systems import TIMID, write_system
from support.web_server import Served, serving

MODULE = "module: answers\nsections: []\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return the folder of a system of the owner's, as `dowager new` makes it."""
    new_system("mine", tmp_path)
    return tmp_path / "mine"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return the folder of a system of few rules, which uses a shipped module."""
    text = TIMID.replace("\nsections:\n", "\nuse:\n  - conventions/gerber\nsections:\n")
    return write_system(tmp_path / "small", text).parent


@pytest.fixture
def server(mine: Path) -> Iterator[Served]:
    """Return a server with it."""
    with serving("--folder", mine, "--processes", "1") as served:
        yield served


def post(server: Served, path: str, **fields: object) -> httpx.Response:
    """Return what is answered to a change of the owner's files."""
    return server.client.post(f"/explore/{path}", json={"system": "mine", **fields})


def names(server: Served) -> list[str]:
    """Return the names of the system's files."""
    listed = server.client.get("/explore/files", params={"system": "mine"})
    return [str(name) for name in listed.json()["files"]]


def use(mine: Path, name: str) -> None:
    """Let the system use a module, before all others."""
    file = mine / "system.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("\nuse:\n", f"\nuse:\n  - {name}\n"), encoding="utf-8")


# -- on disk ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["answers", "conventions/no-2", "true", "12", "a.b_C"])
def test_a_new_module_loads(mine: Path, name: str) -> None:
    OwnFiles(mine).create(f"{name}.yaml", starting_text(f"{name}.yaml"))
    before = load_system(str(mine))
    use(mine, name)
    after = load_system(str(mine))
    assert len(after.files) == len(before.files) + 1


@pytest.mark.parametrize("name", ["quizzes2.yaml", "quizzes/answers.yaml"])
def test_new_quizzes_load(mine: Path, name: str) -> None:
    OwnFiles(mine).create(name, starting_text(name))
    assert mine / name in own_quizzes(mine / "system.yaml")
    assert list(read_quizzes([mine / name])) == []


def test_quizzes_are_known_by_their_names() -> None:
    assert is_quiz_file("quizzes.yaml") and is_quiz_file("quizzes/a.yaml")
    assert not any(map(is_quiz_file, ("a.yaml", "a/quizzes.yaml", "quizzes/a/b.yaml")))


@pytest.mark.parametrize(
    "name",
    [
        "", ".yaml", "answers", "answers.yml", "../out.yaml", "/tmp/out.yaml", "a/../../out.yaml",
        "./a.yaml", ".git/a.yaml", "a//b.yaml", "a\n.yaml", "a\0.yaml", "a b.yaml", "a\\b.yaml",
        "x" * 300 + ".yaml",
    ],
)  # fmt: skip
def test_a_name_that_will_not_do_is_refused(mine: Path, name: str) -> None:
    own, before = OwnFiles(mine), sorted(mine.parent.rglob("*"))
    with pytest.raises(InputError, match="a file's name has letters"):
        own.create(name, MODULE)
    with pytest.raises(InputError, match="a file's name has letters"):
        own.rename("quizzes.yaml", name, own.read("quizzes.yaml").edition)
    assert sorted(mine.parent.rglob("*")) == before


def test_nothing_is_overwritten(mine: Path) -> None:
    own = OwnFiles(mine)
    made = own.create("answers.yaml", MODULE)
    quizzes = (mine / "quizzes.yaml").read_bytes()
    (mine / "folder.yaml").mkdir()
    (mine / "dangling.yaml").symlink_to(mine.parent / "outside.yaml")
    for name in ("quizzes.yaml", "folder.yaml", "dangling.yaml", "quizzes.yaml/a.yaml"):
        with pytest.raises(InputError, match="already something"):
            own.create(name, "# lost\n")
        with pytest.raises(InputError, match="already something"):
            own.rename("answers.yaml", name, made.edition)
    assert (mine / "quizzes.yaml").read_bytes() == quizzes
    assert own.read("answers.yaml") == made
    assert not (mine.parent / "outside.yaml").exists()


def test_no_file_is_made_behind_a_link(mine: Path) -> None:
    outside = mine.parent / "outside"
    outside.mkdir()
    (mine / "way").symlink_to(outside)
    with pytest.raises(InputError, match="behind a link"):
        OwnFiles(mine).create("way/a.yaml", MODULE)
    assert list(outside.iterdir()) == []


def test_a_text_that_cannot_be_written_leaves_no_file(mine: Path) -> None:
    own, before = OwnFiles(mine), sorted(mine.rglob("*"))
    for text in ("x" * (MOST_BYTES + 1), "\ud800"):
        with pytest.raises(InputError):
            own.create("a.yaml", text)
    assert sorted(mine.rglob("*")) == before


def test_the_system_itself_keeps_its_name_and_stays(mine: Path) -> None:
    own = OwnFiles(mine)
    edition = own.read("system.yaml").edition
    for change in (
        lambda: own.rename("system.yaml", "a.yaml", edition),
        lambda: own.delete("system.yaml", edition),
    ):
        with pytest.raises(InputError, match="keeps its name"):
            change()
    assert own.read("system.yaml").edition == edition


def test_what_somebody_else_has_written_is_neither_renamed_nor_deleted(mine: Path) -> None:
    own = OwnFiles(mine)
    edition = own.create("answers.yaml", MODULE).edition
    (mine / "answers.yaml").write_text("# theirs\n")
    for change in (
        lambda: own.rename("answers.yaml", "other.yaml", edition),
        lambda: own.delete("answers.yaml", edition),
    ):
        with pytest.raises(ChangedError):
            change()
    assert (mine / "answers.yaml").read_text() == "# theirs\n"
    assert not (mine / "other.yaml").exists()


def test_a_renamed_file_is_the_same_file(mine: Path) -> None:
    own = OwnFiles(mine)
    data = b"\xef\xbb\xbfmodule: a\r\nsections: []\r\n"
    (mine / "a.yaml").write_bytes(data)
    (mine / "a.yaml").chmod(0o640)
    found = own.rename("a.yaml", "deep/er/b.yaml", own.read("a.yaml").edition)
    assert found == own.read("deep/er/b.yaml")
    assert (mine / "deep/er/b.yaml").read_bytes() == data
    assert (mine / "deep/er/b.yaml").stat().st_mode & 0o777 == 0o640
    assert not (mine / "a.yaml").exists()


# -- what it changes -------------------------------------------------------------------------------

PREEMPT = """module: pre
sections:
  - name: openings of four clubs
    after: start
    layer: convention
    rules: [{call: 4C, name: seven clubs, hand: C >= 7}]
"""


def changes(small: Path, **before: str | None) -> dict[str, Any]:
    """Return what an edit has changed, given former texts by files' names without `.yaml`."""
    former = {f"{name}.yaml": text for name, text in before.items()}
    found = answer("changes_of_edit", {"system": str(small), "before": former})
    assert isinstance(found, dict), found
    return found


def test_a_module_that_was_not_there_is_compared_with_none(small: Path) -> None:
    text = (small / "system.yaml").read_text(encoding="utf-8")
    (small / "pre.yaml").write_text(PREEMPT)
    use(small, "pre")
    found = changes(small, system=text, pre=None)
    assert found["verdict"] == "different"
    assert found["differences"][0]["new"]["call"] == "4C"


def test_a_module_that_is_deleted_is_compared_with_what_it_was(small: Path) -> None:
    text = (small / "system.yaml").read_text(encoding="utf-8")
    use(small, "pre")
    used = (small / "system.yaml").read_text(encoding="utf-8")
    (small / "system.yaml").write_text(text, encoding="utf-8")
    found = changes(small, system=used, pre=PREEMPT)
    assert found["differences"][0]["old"]["call"] == "4C"


def test_a_module_is_not_missed_where_a_shipped_one_took_its_place(small: Path) -> None:
    """A file of the name of a shipped module is used instead of it, and was not before."""
    (small / "conventions").mkdir()
    (small / "conventions" / "gerber.yaml").write_text("module: gerber\nsections: []\n")
    found = changes(small, **{"conventions/gerber": None})
    assert found["verdict"] == "different"


# -- HTTP ------------------------------------------------------------------------------------------


def test_a_file_is_made_renamed_and_deleted(server: Served, mine: Path) -> None:
    made = post(server, "create", name="answers.yaml")
    assert made.status_code == 200, made.text
    assert (mine / "answers.yaml").read_text(encoding="utf-8") == made.json()["text"]
    assert names(server) == ["system.yaml", "answers.yaml", "quizzes.yaml"]
    use(mine, "answers")
    assert post(server, "faults").json()["faults"] == []

    edition = made.json()["edition"]
    renamed = post(server, "rename", name="answers.yaml", to="replies.yaml", edition=edition)
    assert (renamed.status_code, renamed.json()["name"]) == (200, "replies.yaml")
    assert names(server) == ["system.yaml", "quizzes.yaml", "replies.yaml"]
    (fault,) = post(server, "faults").json()["faults"]
    assert fault["file"] == "system.yaml" and "answers" in fault["message"]

    (mine / "replies.yaml").write_text("# theirs\n")
    late = post(server, "delete", name="replies.yaml", edition=edition)
    assert (late.status_code, "changed on disk" in late.text) == (409, True)
    read = server.client.get("/explore/file", params={"system": "mine", "name": "replies.yaml"})
    gone = post(server, "delete", name="replies.yaml", edition=read.json()["edition"])
    assert (gone.status_code, gone.json()["text"]) == (200, "# theirs\n")
    assert not (mine / "replies.yaml").exists()
    back = post(server, "create", name="replies.yaml", text=gone.json()["text"])
    assert back.status_code == 200
    assert (mine / "replies.yaml").read_text() == "# theirs\n"


@pytest.mark.parametrize("path", ["create", "rename", "delete"])
def test_changes_are_guarded_as_saving_is(server: Served, mine: Path, path: str) -> None:
    before = sorted(mine.rglob("*"))
    quizzes = server.client.get("/explore/file", params={"system": "mine", "name": "quizzes.yaml"})
    edition = quizzes.json()["edition"]
    name = "a.yaml" if path == "create" else "quizzes.yaml"
    fields = {"system": "mine", "name": name, "to": "b.yaml", "edition": edition}
    address = f"/explore/{path}"
    assert server.client.get(address, params=fields).status_code == 405
    foreign = {"Origin": "https://elsewhere.example"}
    assert server.client.post(address, json=fields, headers=foreign).status_code == 403
    for wrong in (fields | {"system": "sayc"}, fields | {"name": "../a.yaml"}, {}, []):
        found = server.client.post(address, json=wrong)
        assert (found.status_code, bool(found.json()["error"])) == (400, True)
    assert sorted(mine.rglob("*")) == before
    with serving("--folder", mine, "--public") as public:
        refused = public.client.post(address, json=fields)
        assert (refused.status_code, "only read" in refused.text) == (403, True)
        assert "file-new" not in public.client.get("/explore").text
    assert sorted(mine.rglob("*")) == before


# -- a browser -------------------------------------------------------------------------------------


@needs_browser
def test_a_slow_look_at_an_older_save_does_not_end_a_newer_one(server: Served) -> None:
    """The page asks for the position after the first save; its answer comes during the second."""
    address = f"{server.address}/explore?system=mine&tab=files"
    with browser_page(address, viewport={"width": 1280, "height": 900}) as watched:
        page = watched.page
        page.wait_for_selector("#position:not([aria-busy]) #position-body table")
        area = page.get_by_label("The file's text")
        late: list[Any] = []
        page.route("**/explore/position*", lambda route: late.append(route))
        area.fill(area.input_value() + "# first\n")
        with page.expect_request("**/explore/position*"):
            area.press("Control+s")
        newer: list[Any] = []
        page.route("**/explore/faults", lambda route: newer.append(route))
        area.fill(area.input_value() + "# second\n")
        with page.expect_request("**/explore/faults"):
            area.press("Control+s")
        page.unroute("**/explore/position*")
        with page.expect_response("**/explore/position*"):
            late[0].continue_()
        page.wait_for_timeout(500)  # in which the older look went on, and ended the newer
        newer[0].continue_()
        page.get_by_text("The files have no faults.").wait_for()


@needs_browser
def test_people_make_rename_and_delete_a_file(server: Served, mine: Path) -> None:
    from playwright.sync_api import expect

    viewport = {"width": 1280, "height": 900}
    address = f"{server.address}/explore?system=mine&tab=files"
    with browser_page(address, viewport=viewport) as watched:
        page = watched.page
        page.on("dialog", lambda dialog: dialog.accept())
        page.wait_for_selector("#position:not([aria-busy]) #position-body table")
        area, file = page.get_by_label("The file's text"), page.locator("#file")
        assert page.get_by_role("button", name="Delete", exact=True).is_disabled()

        page.get_by_role("button", name="New file").click()
        page.get_by_label("Name of the new file").fill("quizzes.yaml")
        page.get_by_role("button", name="OK").click()
        page.get_by_role("alert").filter(has_text="already something").wait_for()
        assert watched.faults_by_axe() == []
        page.get_by_label("Name of the new file").fill("pre")
        page.get_by_role("button", name="OK").click()
        page.get_by_text("pre.yaml is made").wait_for()
        page.get_by_text("quizzes pass").wait_for()
        assert file.input_value() == "pre.yaml"
        assert area.input_value() == starting_text("pre.yaml")
        area.fill(PREEMPT)
        area.press("Control+s")
        page.get_by_text("The files have no faults.").wait_for()

        page.get_by_role("button", name="Rename").click()
        page.get_by_label("New name of pre.yaml").fill("clubs.yaml")
        page.keyboard.press("Enter")
        page.get_by_text("pre.yaml is clubs.yaml now").wait_for()
        assert (mine / "clubs.yaml").read_text() == PREEMPT
        assert (file.input_value(), area.input_value()) == ("clubs.yaml", PREEMPT)

        file.select_option("system.yaml")
        expect(area).to_have_value(re.compile("system: mine"))
        area.fill(area.input_value().replace("\nuse:\n", "\nuse:\n  - clubs\n"))
        area.press("Control+s")
        page.get_by_role("heading", name="What the edit changes").wait_for()
        page.locator(".changes li", has_text="seven clubs").first.wait_for()

        file.select_option("clubs.yaml")
        expect(area).to_have_value(PREEMPT)
        page.get_by_role("button", name="Delete", exact=True).click()
        page.locator(".faults li", has_text="clubs").wait_for()
        assert not (mine / "clubs.yaml").exists()
        page.get_by_role("button", name="Put it back").click()
        page.get_by_text("clubs.yaml is made").wait_for()
        page.get_by_text("The files have no faults.").wait_for()
        assert (mine / "clubs.yaml").read_text() == PREEMPT
        problems = [each for each in watched.problems if "Failed to load resource" not in each]
        assert problems == []
