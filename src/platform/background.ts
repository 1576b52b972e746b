/** Takes work that goes on after the response: the runtime's own `waitUntil`, or that of `gatherWork` in a job. */
export type WaitUntil = (work: Promise<unknown>) => void;

/**
 * Gathers background work where there is no request. `waitUntil` takes it; `settled` resolves once all of it has ended,
 * including work that was added meanwhile. The work has to report its own failures.
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
