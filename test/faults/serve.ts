import { startService } from "../bench/instances.ts";

/** Serves a built Worker on the storage of earlier runs, for tests that kill it: serve.ts BUNDLE STORAGE. */
const [bundle = "", storage = ""] = process.argv.slice(2);
const { origin } = await startService(bundle, storage);
process.send?.(origin);
