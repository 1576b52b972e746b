import { cp } from "node:fs/promises";
import { join } from "node:path";
import { buildWorker } from "../../src/surfaces/cli/wrangler/build.ts";
import { heapBytes } from "./inspector.ts";
import { startService, startWorker } from "./instances.ts";
import { runLoad } from "./load.ts";
import { residentKib } from "./processes.ts";
import { visits } from "./requests.ts";
import { fillStorage } from "./storage.ts";

/** The load, and the number of redirects between samples. */
export interface MemoryLoad {
  links: number;
  redirects: number;
  step: number;
}

export interface MemorySample {
  redirects: number;
  /** Of the Worker's isolate, the minimum in the step: the rest is garbage. */
  heapMib: number;
  /** Of all workerd, its simulated stores included; null if the system does not report it. */
  residentMib: number | null;
  /** The same for a Worker that only gets from KV: its growth is not ours. */
  peerResidentMib: number | null;
}

const MIB = 1024 * 1024;
/** Samples the heap in each step. */
const LOOKS = 10;

/** Redirects over more links than an isolate caches, and returns the used memory after each step. */
export async function measureMemory(
  directory: string,
  { links, redirects, step }: MemoryLoad,
  say: (sample: MemorySample) => void,
): Promise<void> {
  const bundle = join(directory, "bundle");
  const storage = join(directory, "storage");
  await buildWorker(bundle);
  const { shortIds } = await fillStorage(bundle, storage, { short: links, created: 0 });
  await cp(storage, join(directory, "peer"), { recursive: true });
  const service = await startService(bundle, storage, {}, { inspected: true });
  const peer = await startWorker("peers/kv-get", join(directory, "peer"));
  const load = { status: 302, connections: 16, seconds: Infinity, requests: Math.ceil(step / LOOKS) };
  const paths = shortIds.map((shortId) => `/${shortId}`);
  const nextOf = { service: visits(paths), peer: visits(paths) };
  const mib = (kib: number | null) => kib && kib / 1024;
  try {
    for (let done = 0; done <= redirects; done += step) {
      const heaps = [await heapBytes(service)];
      for (let look = 0; done > 0 && look < LOOKS; look++) {
        await runLoad({ ...load, origin: service.origin, next: nextOf.service });
        await runLoad({ ...load, origin: peer.origin, next: nextOf.peer });
        heaps.push(await heapBytes(service));
      }
      say({
        redirects: done,
        heapMib: Math.min(...heaps.slice(done > 0 ? 1 : 0)) / MIB,
        residentMib: mib(await residentKib(service.pid)),
        peerResidentMib: mib(await residentKib(peer.pid)),
      });
    }
  } finally {
    await service.stop();
    await peer.stop();
  }
}
