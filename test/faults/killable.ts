import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** A server that a test can kill. */
export interface Running {
  origin: string;
  /** Of the server, and of the group of its processes. */
  pid: number;
  /** Ends the server and its runtime without a word, as a power cut would. */
  kill(): Promise<void>;
}

/** Serves the Worker with these options, as JSON, on the storage in `directory`/storage, in processes of its own. */
export function startKillable(options: string, directory: string): Promise<Running> {
  const args = [options, join(directory, "storage")];
  // A group of its own, so that the runtime dies with it.
  const child: ChildProcess = fork(join(import.meta.dirname, "serve.ts"), args, {
    detached: true,
    silent: true,
  });
  const closed = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const kill = () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && isRunning) process.kill(-child.pid, "SIGKILL");
    return closed;
  };
  return new Promise((resolve, reject) => {
    child.once("message", (origin) => resolve({ origin: String(origin), pid: child.pid ?? 0, kill }));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}
