import { BUILD_DIRECTORY, buildWorker } from "../wrangler/build.ts";

/** The allowed size of all modules, minified, before compression. */
const MAX_BYTES = 800 * 1024;

/** Builds the Worker where wrangler.toml has it, which wrangler asks for before it serves or uploads it. */
const { outputs } = await buildWorker(BUILD_DIRECTORY);
const modules = Object.entries(outputs).filter(([path]) => path.endsWith(".js"));
const bytes = modules.reduce((sum, [, output]) => sum + output.bytes, 0);
const figure = `Bundle: ${(bytes / 1024).toFixed(1)} KiB of ${MAX_BYTES / 1024} KiB allowed, in ${modules.length} modules`;
if (bytes > MAX_BYTES) {
  process.stderr.write(`${figure}: too large\n`);
  process.exitCode = 1;
} else process.stdout.write(`${figure}\n`);
