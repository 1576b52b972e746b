import type { V4WorkerOptions } from "miniflare";
import { start } from "../bench/start.ts";

/** A server that a test can kill. */
export interface Running {
  origin: string;
  /** Of its runtime. */
  pid: number;
  /** Kills the runtime, which has all storage and queues, like a power cut. */
  kill(): Promise<void>;
}

/** Serves the Worker with these options on the storage in `directory`/storage, in a separate runtime. */
export async function startKillable(options: V4WorkerOptions, directory: string): Promise<Running> {
  const { origin, pid, stop } = await start(options, `${directory}/storage`);
  if (pid === null) throw new Error("the system does not tell which process the runtime is");
  let killed: Promise<void> | undefined;
  const kill = () => {
    if (!killed) process.kill(pid, "SIGKILL");
    killed ??= stop();
    return killed;
  };
  return { origin, pid, kill };
}
