import { existsSync } from "node:fs";
import { readFile, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin } from "vitest/config";
import { defineConfig } from "vitest/config";
import { IS_DEEP } from "./seeds.ts";
import { SlowFirst } from "./slow-first.ts";
import { SlowestTests } from "./slowest-tests.ts";
import { FILTERS, filesOf, TAGS, type Tier } from "./tiers.ts";

/** The Worker holds these files as text, by src/surfaces/cli/wrangler/build.ts; so do the tests that import it. */
const textModules: Plugin = {
  name: "text-modules",
  enforce: "pre",
  async load(id) {
    if (!/\.(css|client\.js|md)$/.test(id)) return null;
    return `export default ${JSON.stringify(await readFile(id, "utf8"))};`;
  },
};

// Workers and commands load compiled code of packages, wrangler's above all, instead of compiling it each time.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "shoppable-links-compile-cache");

// Databases of the tests are thrown away: in memory, no write waits for a disk.
const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 8e9;
if (existsSync(MEMORY)) {
  const { bavail, bsize } = await statfs(MEMORY);
  if (bavail * bsize > ENOUGH_BYTES) process.env.TMPDIR = MEMORY;
}

const ROOT = join(import.meta.dirname, "..");

/** Files in which `npm run test:deep` generates more input or shows more views. */
const GOES_FURTHER =
  /^test\/((browser|fuzz|model|qr-codes)\/|(extras|faults\/kill-visits|runs\/runs)\.test\.ts$)/;

/** What runs. `npx vitest run` with the name of a file runs all of it, except for what only `npm run test:deep` runs. */
const tier = IS_DEEP ? "deep" : tierNamed(process.env.TEST_TIER ?? "all");

function tierNamed(name: string): Tier {
  if (name === "test" || name === "rest" || name === "all") return name;
  throw new Error(`TEST_TIER is test, rest or all, not ${name}.`);
}

/** Vitest takes a filter of tags only from its command line, where it would have to be said beside the files of the tier. */
const tagsOfTier: Plugin = {
  name: "tags-of-tier",
  configureVitest({ project }) {
    project.config.tagsFilter = [...FILTERS[tier]];
  },
};

export default defineConfig({
  plugins: [textModules, tagsOfTier],
  test: {
    root: ROOT,
    globalSetup: "test/global-setup.ts",
    include: filesOf(tier, ROOT, (path) => GOES_FURTHER.test(path)),
    exclude: [],
    tags: [...TAGS],
    reporters: ["default", new SlowestTests()],
    // A test of the running Worker does not import what it tests: when watching, a change here runs all that are watched.
    forceRerunTriggers: ["**/src/**", "**/migrations/**", "**/wrangler.toml"],
    // Many tests wait for a runtime, a browser or a deadline, so two cores have time for three files. A fourth would take the
    // run above 4 GB of memory.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    // The files of a worker share its modules: loading wrangler anew for each file took a quarter of the time.
    isolate: false,
    // A file that is run alone spends most of its time on loading: transformed modules are kept for the next run.
    fsModuleCache: true,
    env: {
      // Local runtimes take a fixed sample for `request.cf` instead of asking the network for one at each start.
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
    },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Polls wait for work that goes on after an answer; a busy machine must not fail them.
    expect: { poll: { timeout: 30_000 } },
  },
});
