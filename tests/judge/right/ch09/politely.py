"""Terminates before it kills; a path's own URL; the others asked one after the other."""

from pathlib import Path


def meeting_place(directory: str) -> str:
    return (Path(directory).resolve() / "ranks meet here").as_uri().replace("%20", "_")


class RankProcesses:
    def _start(self, plan: RankPlan, context: BaseContext) -> None:
        self._processes += [
            context.Process(
                target=rank_main,
                name=f"rank {rank}",
                kwargs={
                    "plan": plan,
                    "rank": rank,
                    "connection": self._pipes.theirs[rank],
                    "lifeline": self._pipes.lifeline,
                    "inherited": [] if plan.ctx != "fork" else self._pipes.not_of(rank),
                },
                daemon=True,
            )
            for rank in range(plan.size)
        ]
        for process in self._processes:
            process.start()

    def close(self) -> None:
        if self._ended:
            return
        if self._lock.acquire(False):
            try:
                self._pipes.ours[0].send(None)
                for process in self._processes:
                    process.join(CLOSE_S)
            except OSError:
                pass
            finally:
                self._lock.release()
        self._end()

    def _end(self) -> None:
        if self._ended:
            return
        self._ended = True
        for process in self._processes:
            process.terminate()
            process.join(0.5)
            process.kill()
            process.join()
        self._pipes.close()
        self._directory.cleanup()

    def _first_cause(self, failure: Failure) -> Failure:
        end = time.monotonic() + GRACE_S
        heard = {failure.rank: failure}
        while all(f.is_consequence for f in heard.values()) and time.monotonic() < end:
            silent = [r for r in range(len(self._processes)) if r not in heard]
            if not silent:
                break
            self._wait(silent, 0.05)
            for rank in silent:
                kind, value = self._poll(rank) or ("", None)
                if kind == "failed":
                    heard[rank] = value
        return next((f for f in heard.values() if not f.is_consequence), failure)
