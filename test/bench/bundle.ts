import { readdir, readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as z from "zod";
import { runWrangler } from "../../src/cli/wrangler.ts";

/** Builds the Worker into `directory` as a deployment would. */
export async function buildBundle(directory: string): Promise<void> {
  await run("deploy", "--dry-run", "--minify", "--metafile", `--outdir=${directory}`);
}

/** The bundle's script, with the texts that it imports put into it, so that it is one module. */
export async function bundleText(directory: string): Promise<string> {
  const script = await readFile(join(directory, "index.js"), "utf8");
  const imports = [...script.matchAll(/\bimport ([\w$]+)\s*from\s*"\.\/([^"]+)";/g)];
  const texts = await Promise.all(imports.map(([, , file = ""]) => readFile(join(directory, file), "utf8")));
  return imports.reduce(
    (text, [statement, name], index) =>
      text.replace(statement, () => `const ${name} = ${JSON.stringify(texts[index])};`),
    script,
  );
}

/** Every module of the bundle as a Worker is started with it, the script first. */
export async function bundleModules(directory: string) {
  const files = await readdir(directory);
  const texts = files.filter((file) => /\.(css|client\.js)$/.test(file));
  return [
    { type: "ESModule" as const, path: join(directory, "index.js") },
    ...texts.map((file) => ({ type: "Text" as const, path: join(directory, file) })),
  ];
}

/** The Worker in the file `name`.worker.ts of peers/, as JavaScript. */
export const peerText = async (name: string): Promise<string> =>
  stripTypeScriptTypes(await readFile(join(import.meta.dirname, "peers", `${name}.worker.ts`), "utf8"));

export interface Size {
  bytes: number;
  gzipBytes: number;
}

export async function bundleSize(directory: string): Promise<Size> {
  const code = Buffer.from(await bundleText(directory));
  return { bytes: code.length, gzipBytes: gzipSync(code, { level: 9 }).length };
}

const Profile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string() }) })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/**
 * The milliseconds that the runtime spends on loading and running the bundle's top level, by the profile of
 * `wrangler check startup`, idle time left out. That command builds the bundle itself.
 */
export async function startUpTime(directory: string): Promise<number> {
  const file = join(directory, "startup.cpuprofile");
  await run("check", "startup", "--args=--minify", `--outfile=${file}`);
  const { nodes, samples, timeDeltas } = Profile.parse(JSON.parse(await readFile(file, "utf8")));
  const idle = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName.trim() === "(idle)").map(({ id }) => id),
  );
  const microseconds = samples.reduce(
    (sum, node, index) => sum + (idle.has(node) ? 0 : (timeDeltas[index] ?? 0)),
    0,
  );
  return microseconds / 1000;
}

async function run(...args: string[]): Promise<void> {
  const { ok, stdout, stderr } = await runWrangler(args);
  if (!ok) throw new Error(`${stdout}${stderr}`);
}
