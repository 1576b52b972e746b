import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { childProcesses } from "./processes.ts";

/** A Worker in a Miniflare, and so a workerd process, of its own. */
export interface Instance {
  origin: string;
  /** Of workerd; null where the system does not tell. */
  pid: number | null;
  miniflare: Miniflare;
  stop(): Promise<void>;
}

/** Starts one Worker with its storage under `storage`. Call it for one after another: it looks for its process. */
export async function start(
  worker: V4WorkerOptions,
  storage: string,
  { inspectorPort }: { inspectorPort?: number } = {},
): Promise<Instance> {
  const before = await childProcesses();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...worker,
      host: "127.0.0.1",
      resourcePersistencePath: storage,
      ...(inspectorPort === undefined ? {} : { inspectorPort }),
      // Everything that is not the Worker's own work stays off, for all alike.
      cf: false,
      logRequests: false,
      telemetry: { enabled: false },
      handleStructuredLogs: () => {},
    }),
  );
  const { origin } = await miniflare.ready;
  const [pid = null] = (await childProcesses()).filter((child) => !before.includes(child));
  return { origin, pid, miniflare, stop: () => miniflare.dispose() };
}
