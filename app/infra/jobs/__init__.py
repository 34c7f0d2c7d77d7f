"""The outbox: work that is asked for in one transaction and done after it, outside of any, however often it takes.

`enqueue` stands in the caller's transaction, so that there is a job exactly where there is a reason for it. `Loop` and
`run_due` claim jobs one at a time, by a lease, so that several workers share them and a job of a dead one is taken up
again. A job may therefore run twice; its handler must be harmless then. Knows no kind of job.
"""

from app.infra.jobs.enqueueing import Payload, enqueue, enqueue_all
from app.infra.jobs.loop import Loop
from app.infra.jobs.queries import purge
from app.infra.jobs.running import Handler, HopelessError, run_due, said

__all__ = ["Handler", "HopelessError", "Loop", "Payload", "enqueue", "enqueue_all", "purge", "run_due", "said"]
