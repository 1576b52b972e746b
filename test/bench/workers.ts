import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Side } from "./cases.ts";
import { startService, startWorker } from "./instances.ts";
import type { Access, Instance } from "./start.ts";

/** Starts Workers, each on a copy of its own of the same storage, which it finds again the next time. */
export class Workers {
  readonly #copied = new Set<string>();
  readonly #bundle: string;
  readonly #directory: string;

  /** `directory` holds the filled storage as `storage`, and gets the copies. */
  constructor(bundle: string, directory: string) {
    this.#bundle = bundle;
    this.#directory = directory;
  }

  async start(worker: Side["worker"], access: Access = {}): Promise<Instance> {
    const storage = join(this.#directory, worker.replace(/\W+/g, "-"));
    if (!this.#copied.has(worker)) {
      await cp(join(this.#directory, "storage"), storage, { recursive: true });
      this.#copied.add(worker);
    }
    switch (worker) {
      case "service":
      case "service, beside itself":
        return startService(this.#bundle, storage, {}, access);
      case "service, counting off":
        return startService(this.#bundle, storage, { COUNT_VISITS: "off" }, access);
      default:
        return startWorker(worker, storage, access);
    }
  }
}
