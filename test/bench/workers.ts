import { cp } from "node:fs/promises";
import { join } from "node:path";
import { type Running, startBareWorker, writeBareWorker } from "./bare-workerd.ts";
import { buildPeer, bundleModules, workerText } from "./bundle.ts";
import type { Side } from "./cases.ts";
import { startService, startUnconfigured, startWorker } from "./instances.ts";
import type { Instance } from "./start.ts";

/** Starts Workers. In Miniflare, each has a copy of its own of the same storage, which it finds again the next time. */
export class Workers {
  readonly #copied = new Set<string>();
  readonly #bundle: string;
  readonly #directory: string;

  /** `directory` holds the filled storage as `storage`, and gets the copies. */
  constructor(bundle: string, directory: string) {
    this.#bundle = bundle;
    this.#directory = directory;
  }

  async start(worker: Side["worker"]): Promise<Instance> {
    const storage = join(this.#directory, worker.replace(/\W+/g, "-"));
    if (!this.#copied.has(worker)) {
      await cp(join(this.#directory, "storage"), storage, { recursive: true });
      this.#copied.add(worker);
    }
    switch (worker) {
      case "service":
      case "service, beside itself":
        return startService(this.#bundle, storage);
      case "service, counting off":
        return startService(this.#bundle, storage, { COUNT_VISITS: "off" });
      case "peers/create-least":
        return startService(await buildPeer(worker, this.#directory), storage);
      case "peers/constant-redirect, nothing configured":
        return startUnconfigured("peers/constant-redirect", storage);
      default:
        return startWorker(worker, storage);
    }
  }

  /** Starts a Worker in bare workerd, where every short id is a link. */
  async startBare(worker: Side["worker"]): Promise<Running> {
    const modules = worker.startsWith("peers/")
      ? { "peer.js": await workerText(worker) }
      : Object.fromEntries(await bundleModules(this.#bundle));
    return startBareWorker(await writeBareWorker(this.#directory, worker.replace(/\W+/g, "-"), modules));
  }
}
