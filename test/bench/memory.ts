import { join } from "node:path";
import { buildBundle } from "./bundle.ts";
import { startService } from "./instances.ts";
import { runLoad } from "./load.ts";
import { residentKib } from "./processes.ts";
import { visits } from "./requests.ts";
import { fillStorage } from "./storage.ts";

const LINKS = 200_000;
const REDIRECTS = 1_000_000;
const STEP = 100_000;

/** Redirects a million times over 200,000 links and says after each 100,000 how much memory workerd holds. */
export async function measureMemory(directory: string, say: (line: string) => void): Promise<void> {
  const bundle = join(directory, "bundle");
  const storage = join(directory, "storage");
  say(`Storing ${LINKS} links`);
  await buildBundle(bundle);
  const { shortIds } = await fillStorage(bundle, storage, { short: LINKS, created: 0 });
  const { miniflare, origin, pid } = await startService(bundle, storage);
  try {
    const next = visits(shortIds.map((shortId) => `/${shortId}`));
    for (let done = 0; ; done += STEP) {
      const kib = await residentKib(pid);
      say(`${done} redirects: ${kib === null ? "unknown" : `${(kib / 1024).toFixed(1)} MiB`}`);
      if (done === REDIRECTS) return;
      await runLoad({ origin, next, status: 302, connections: 16, seconds: Infinity, requests: STEP });
    }
  } finally {
    await miniflare.dispose();
  }
}
