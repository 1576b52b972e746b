/** Keeps work running after the response: the runtime's `waitUntil`, or that of `gatherWork` in a job. */
export type WaitUntil = (work: Promise<unknown>) => void;

/**
 * Gathers background work without a request. `waitUntil` adds work; `settled` resolves once all of it has ended, including
 * work that was added while waiting. The work has to report its own failures.
 */
export function gatherWork(): { waitUntil: WaitUntil; settled(): Promise<void> } {
  const open = new Set<Promise<unknown>>();
  return {
    waitUntil(work) {
      open.add(work);
      const done = () => open.delete(work);
      work.then(done, done);
    },
    async settled() {
      while (open.size > 0) await Promise.allSettled([...open]);
    },
  };
}
