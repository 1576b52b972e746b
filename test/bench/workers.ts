import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Side } from "./cases.ts";
import { type Instance, startService, startWorker } from "./instances.ts";

/** Starts Workers when they are first asked for, each on a copy of its own of the same storage. */
export class Workers {
  readonly #started = new Map<string, Promise<Instance>>();
  readonly #bundle: string;
  readonly #directory: string;

  /** `directory` holds the filled storage as `storage`, and gets the copies. */
  constructor(bundle: string, directory: string) {
    this.#bundle = bundle;
    this.#directory = directory;
  }

  get(worker: Side["worker"]): Promise<Instance> {
    const started = this.#started.get(worker) ?? this.#start(worker);
    this.#started.set(worker, started);
    return started;
  }

  async #start(worker: Side["worker"]): Promise<Instance> {
    const storage = join(this.#directory, worker.replace(/\W+/g, "-"));
    await cp(join(this.#directory, "storage"), storage, { recursive: true });
    switch (worker) {
      case "service":
        return startService(this.#bundle, storage);
      case "service, counting off":
        return startService(this.#bundle, storage, { COUNT_VISITS: "off" });
      default:
        return startWorker(worker, storage);
    }
  }

  async stop(): Promise<void> {
    for (const instance of this.#started.values()) await (await instance).miniflare.dispose();
  }
}
