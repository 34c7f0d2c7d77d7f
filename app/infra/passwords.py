"""Hashing passwords: slow on purpose, so never on the event loop and never inside a transaction."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

from argon2.exceptions import InvalidHashError
from pwdlib import PasswordHash
from pwdlib.exceptions import UnknownHashError
from pwdlib.hashers.argon2 import Argon2Hasher

USUAL = Argon2Hasher(memory_cost=19_456, time_cost=2, parallelism=1)  # OWASP's first choice for argon2id
LOW = Argon2Hasher(memory_cost=8, time_cost=1, parallelism=1)


class Passwords:
    """Makes and checks hashes on two threads of its own, so that many sign-ins cannot take all the memory."""

    def __init__(self, cost: str) -> None:
        self._hash = PasswordHash((LOW if cost == "low" else USUAL,))
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="passwords")

    @cached_property
    def _nobody(self) -> str:
        return self._hash.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        """Return the hash to keep."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._hash.hash, password)

    async def verify(self, password: str, kept: str | None) -> bool:
        """Say whether it is the password; without a kept hash the same work is done, and the answer is no."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._verify, password, kept)

    def close(self) -> None:
        """Let running work end."""
        self._threads.shutdown(wait=True)

    def _verify(self, password: str, kept: str | None) -> bool:
        try:
            return self._hash.verify(password, kept or self._nobody) and kept is not None
        except (UnknownHashError, InvalidHashError):
            return False
