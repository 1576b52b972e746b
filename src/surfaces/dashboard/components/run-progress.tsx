import type { Child } from "hono/jsx";
import type { RunHead, StopReason } from "../../../extras/runs/run.ts";
import { Notice } from "./notice.tsx";

/** What people call a run, what its member must be allowed to do, and what they see while it is stopped. */
export interface RunWords {
  noun: string;
  right: string;
  stopped: Child;
}

const because = (reason: StopReason, { noun, right }: RunWords): string =>
  ({
    asked: `The ${noun} was stopped.`,
    member_removed: `The ${noun} stopped, because the person who started it is no longer a member.`,
    role_changed: `The ${noun} stopped, because the person who started it can no longer ${right}.`,
    interrupted: `The ${noun} was interrupted for too long and stopped.`,
  })[reason];

/**
 * How far a run is, and why it stopped. While it runs, it has a bar, and the script of the screen, `runScripts`, replaces
 * `status` each second. `children` stay.
 */
export const RunProgress = ({
  run: { state, stoppedBecause },
  words,
  done,
  of,
  status,
  narrow = false,
  children,
}: {
  run: Pick<RunHead, "state" | "stoppedBecause">;
  words: RunWords;
  /** The parts that are done, of all. */
  done: number;
  of: number;
  status: Child;
  narrow?: boolean;
  children?: Child;
}) => (
  <>
    {stoppedBecause && (
      <Notice kind="warn">
        {because(stoppedBecause, words)} {words.stopped}
      </Notice>
    )}
    <div class={narrow ? "sheet narrow" : "sheet"} data-refresh={state === "running" ? "" : undefined}>
      <div data-part="progress">
        {state === "running" && (
          <progress max={String(of)} value={String(done)} aria-label={`Progress of the ${words.noun}`} />
        )}
        {status}
      </div>
      {children}
    </div>
  </>
);

/** The scripts of a screen with runs. */
export const runScripts = (runs: readonly Pick<RunHead, "state">[]): "refresh"[] =>
  runs.some(({ state }) => state === "running") ? ["refresh"] : [];
