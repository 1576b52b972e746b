/** Takes work that goes on after an answer. The runtime's own `waitUntil`, or one that a job waits for in the end. */
export type WaitUntil = (work: Promise<unknown>) => void;

/**
 * Gathers background work where no request does: `waitUntil` takes it, `settled` comes back once all of it has ended,
 * the work that was added meanwhile included. Failures are the work's own to report.
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
