"""The owner's own rule files in the browser: read, made, saved, renamed, deleted.

On a public server they are only read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from dowager.authoring.new import starting_text
from dowager.errors import InputError, file_error_text
from dowager.services.registry import Fields
from dowager.services.requests import read_object, text_field
from dowager.web.explore.own_files import ChangedError, OwnFile, OwnFiles, may_be_named
from dowager.web.explore.questions import GoneError, unless_gone
from dowager.web.site import Site, client_of

_NO_STORE = {"Cache-Control": "no-store"}
_Endpoint = Callable[[Request], Awaitable[Response]]


def routes(site: Site) -> list[BaseRoute]:
    """Return the paths of files, and of questions about edits."""
    desk = _Desk(site)
    return [
        Route("/explore/files", desk.files, name="explore files"),
        Route("/explore/file", desk.read, name="explore file"),
        _owners(site, "/explore/save", desk.save),
        _owners(site, "/explore/create", desk.create),
        _owners(site, "/explore/rename", desk.rename),
        _owners(site, "/explore/delete", desk.delete),
        _owners(site, "/explore/faults", desk.faults),
        _owners(site, "/explore/changes", desk.changes),
    ]


def _owners(site: Site, path: str, endpoint: _Endpoint) -> Route:
    """Return a path for the owner alone: on a public server nobody knows who asks."""

    async def refused(request: Request) -> Response:
        return JSONResponse({"error": "on a public server files are only read"}, 403)

    owned = refused if site.options.public else endpoint
    return Route(path, owned, methods=["POST"], name=path.strip("/").replace("/", " "))


class _Desk:
    """Answers what the editor asks."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._saving = asyncio.Lock()

    async def files(self, request: Request) -> Response:
        """Answer the names of a system's files, and whether they may be changed."""
        own = self._own(request.query_params.get("system", ""))
        names = await asyncio.to_thread(own.names)
        return JSONResponse(
            {"files": names, "read_only": self._site.options.public}, headers=_NO_STORE
        )

    async def read(self, request: Request) -> Response:
        """Answer the text of a file, and its edition."""
        own = self._own(request.query_params.get("system", ""))
        name = request.query_params.get("name", "")
        return await _done(name, lambda: own.read(name))

    async def save(self, request: Request) -> Response:
        """Write a file, unless it has changed since its `edition` was read: then answer 409."""
        fields, own = await self._asked(request)
        name, text, edition = _texts(fields, "name", "text", "edition")
        return await self._changed(name, lambda: own.write(name, text, edition))

    async def create(self, request: Request) -> Response:
        """Make a file with a `text`, or else with one that loads; overwrite nothing."""
        fields, own = await self._asked(request)
        name, text = _texts(fields, "name", "text")
        begun = text if "text" in fields else starting_text(name)
        return await self._changed(name, lambda: own.create(name, begun))

    async def rename(self, request: Request) -> Response:
        """Give a file the name `to`, unless it has changed since its `edition` was read."""
        fields, own = await self._asked(request)
        name, new, edition = _texts(fields, "name", "to", "edition")
        return await self._changed(new, lambda: own.rename(name, new, edition))

    async def delete(self, request: Request) -> Response:
        """Delete a file, unless it has changed since its `edition` was read; answer its text."""
        fields, own = await self._asked(request)
        name, edition = _texts(fields, "name", "edition")
        return await self._changed(name, lambda: own.delete(name, edition))

    async def faults(self, request: Request) -> Response:
        """Answer what is wrong in a system's files, and which of its quizzes fail."""
        fields, _ = await self._asked(request)
        return await self._thought(request, "faults_of_system", fields)

    async def changes(self, request: Request) -> Response:
        """Answer what an edit has changed; the work ends when whoever asked goes away."""
        fields, own = await self._asked(request)
        former = fields.get("before")
        known = await asyncio.to_thread(own.names)
        if not isinstance(former, dict) or not all(  # files may have been deleted since
            name in known or may_be_named(name) for name in former
        ):
            raise InputError('"before" takes an object: the former text of files of the system')
        return await self._thought(request, "changes_of_edit", fields)

    async def _thought(self, request: Request, name: str, fields: Fields) -> Response:
        try:
            return JSONResponse(
                await unless_gone(request, self._site.ask(name, fields, client_of(request)))
            )
        except GoneError:
            return Response(status_code=204)

    async def _asked(self, request: Request) -> tuple[Fields, OwnFiles]:
        """Return what is posted, and the files of the system that it names."""
        fields = read_object(await request.body(), "the request")
        return fields, self._own(text_field(fields, "system", ""))

    async def _changed(self, name: str, work: Callable[[], OwnFile]) -> Response:
        """Answer the file that a change returns; one change comes after another."""
        async with self._saving:
            return await _done(name, work)

    def _own(self, system: str) -> OwnFiles:
        """Return the files of one of the owner's systems."""
        folders = self._site.systems.folders
        name = system.partition("(")[0].strip()
        if name not in folders:
            own = ", ".join(folders) or "none: dowager serve --folder FOLDER names some"
            raise InputError(f"{name[:60]!r} is not a system of yours to edit; yours are {own}")
        return OwnFiles(folders[name])


def _texts(fields: Fields, *keys: str) -> list[str]:
    return [text_field(fields, key, "") for key in keys]


async def _done(name: str, work: Callable[[], OwnFile]) -> Response:
    """Answer the file that some work with the disk returns."""
    try:
        file = await asyncio.to_thread(work)
    except ChangedError as error:
        return JSONResponse({"error": str(error)}, 409)
    except OSError as error:
        raise InputError(file_error_text(error)) from error
    found = {"name": name, "text": file.text, "edition": file.edition}
    return JSONResponse(found, headers=_NO_STORE)
