import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_ROOT, runWrangler } from "./wrangler.ts";

/**
 * The allowed size of the minified modules before compression. A cold start runs only the part for short links, but it
 * has to read all of it.
 */
const MAX_BYTES = 800 * 1024;
const OUT_DIR = "dist";

/** Builds the Worker as a deployment does and returns the size of all modules that would be uploaded, in bytes. */
async function buildBundle(): Promise<number> {
  const directory = join(PROJECT_ROOT, OUT_DIR);
  await rm(directory, { recursive: true, force: true });
  const { ok, stdout, stderr } = await runWrangler([
    "deploy",
    "--dry-run",
    "--minify",
    `--outdir=${OUT_DIR}`,
  ]);
  if (!ok) throw new Error(`${stdout}${stderr}`);
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  // Wrangler writes a source map and a README beside the modules.
  const modules = files.filter(
    (file) => file.isFile() && !file.name.endsWith(".map") && file.name !== "README.md",
  );
  const sizes = await Promise.all(
    modules.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  if (sizes.length === 0) throw new Error(`The dry run left no module in ${directory}.`);
  return sizes.reduce((sum, size) => sum + size, 0);
}

const bytes = await buildBundle();
const figure = `Bundle: ${(bytes / 1024).toFixed(1)} KiB (${bytes} bytes) of ${MAX_BYTES / 1024} KiB allowed`;
if (bytes > MAX_BYTES) {
  process.stderr.write(`${figure}: too large\n`);
  process.exitCode = 1;
} else process.stdout.write(`${figure}\n`);
