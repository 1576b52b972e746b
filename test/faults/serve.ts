import type { V4WorkerOptions } from "miniflare";
import { start } from "../bench/start.ts";

/** Serves a Worker on the storage of earlier runs, for tests that kill it: serve.ts OPTIONS STORAGE. */
const [options = "", storage = ""] = process.argv.slice(2);
// The test that forks this file writes them. Only wrangler reads its configuration, and takes two seconds to load.
const { origin } = await start(JSON.parse(options) as V4WorkerOptions, storage, {});
process.send?.(origin);
