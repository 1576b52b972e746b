import { readdir, readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import * as z from "zod";
import { buildWorker } from "../../src/surfaces/cli/wrangler/build.ts";
import { runWrangler } from "../../src/surfaces/cli/wrangler/wrangler.ts";

/** The built Worker's modules and their texts, the main module first. */
export async function bundleModules(directory: string): Promise<[name: string, text: string][]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".js"));
  const names = ["index.js", ...files.filter((file) => file !== "index.js")];
  return Promise.all(
    names.map(async (name) => [name, await readFile(join(directory, name), "utf8")] as [string, string]),
  );
}

/** The Worker in the file `name`.worker.ts of this directory, as JavaScript. */
export const workerText = async (name: string): Promise<string> =>
  stripTypeScriptTypes(await readFile(join(import.meta.dirname, `${name}.worker.ts`), "utf8"));

/** Builds the Worker in that file, which is made of the service's own modules, and gives the directory with them. */
export async function buildPeer(name: string, directory: string): Promise<string> {
  const modules = join(directory, basename(name));
  await buildWorker(modules, `test/bench/${name}.worker.ts`);
  return modules;
}

export interface Size {
  bytes: number;
  gzipBytes: number;
}

export async function bundleSize(directory: string): Promise<Size> {
  const modules = (await bundleModules(directory)).map(([, text]) => Buffer.from(text));
  const sum = (lengths: readonly number[]) => lengths.reduce((total, length) => total + length, 0);
  return {
    bytes: sum(modules.map((code) => code.length)),
    gzipBytes: sum(modules.map((code) => gzipSync(code, { level: 9 }).length)),
  };
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
  await run("check", "startup", `--outfile=${file}`);
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
