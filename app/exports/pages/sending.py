"""Sends a file piece by piece over a connection of its own, so that the largest export needs no more memory."""

from collections.abc import AsyncIterator, Generator
from typing import Any

from starlette.concurrency import iterate_in_threadpool, run_in_threadpool
from starlette.responses import StreamingResponse

from app.exports.service import Bundle, exported, stream
from app.infra.work import Work


def send(work: Work, bundle: Bundle) -> StreamingResponse:
    """Answer with the file."""
    headers = {
        "Content-Disposition": f'attachment; filename="{bundle.name}"',
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "X-Cursor": str(bundle.span.until),
    }
    return StreamingResponse(_sent(work, bundle), headers=headers, media_type=bundle.media_type)


async def make_manifest(work: Work, bundle: Bundle) -> dict[str, Any]:
    """Return the manifest of the file, by making all of it in a thread and keeping nothing."""
    return await run_in_threadpool(_manifest, work, bundle)


def _manifest(work: Work, bundle: Bundle) -> dict[str, Any]:
    with work.snapshot() as db:
        return exported(db, bundle).as_json()


async def _sent(work: Work, bundle: Bundle) -> AsyncIterator[bytes]:
    pieces = _pieces(work, bundle)
    try:
        async for piece in iterate_in_threadpool(pieces):
            yield piece
    finally:
        pieces.close()  # also where the reader left: the connection goes back now


def _pieces(work: Work, bundle: Bundle) -> Generator[bytes, None, None]:
    with work.snapshot() as db:
        yield from stream(db, bundle)
