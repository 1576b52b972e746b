import { createHash } from "node:crypto";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Metafile, version } from "esbuild";
import { PROJECT_ROOT } from "./wrangler.ts";

/** What lies beside a build: what it was made from, and what the bundler said of it. */
interface KeptBuild {
  entry: string;
  sources: string;
  metafile: Metafile;
}

const keptFile = (directory: string): string => join(directory, "build.json");

/** What decides, with the bundler's version, how sources become a build. */
const SETTINGS = "src/cli/wrangler/build.ts";

/**
 * What the bundler said of the build of `entry` in `directory`. Undefined where there is none, where a source of it or
 * what builds it has changed, or where a file of it is missing or incomplete.
 */
export async function keptBuild(directory: string, entry: string): Promise<Metafile | undefined> {
  try {
    // Written by `keepBuild` alone.
    const kept = JSON.parse(await readFile(keptFile(directory), "utf8")) as KeptBuild;
    const files = Object.entries(kept.metafile.outputs);
    const sizes = await Promise.all(files.map(([path]) => stat(join(PROJECT_ROOT, path))));
    const isWhole = files.every(([, { bytes }], index) => sizes[index]?.size === bytes);
    const isSame = kept.entry === entry && kept.sources === (await digestOf(kept.metafile));
    return isWhole && isSame ? kept.metafile : undefined;
  } catch {
    // A file is missing: of the build, or of its sources.
    return undefined;
  }
}

/** Notes what the build of `entry` in `directory` was made from. */
export async function keepBuild(directory: string, entry: string, metafile: Metafile): Promise<void> {
  const kept: KeptBuild = { entry, sources: await digestOf(metafile), metafile };
  await writeWhole(keptFile(directory), JSON.stringify(kept));
}

/** Writes a file that has its name only once it is whole: another server may be reading, or building the same. */
export async function writeWhole(path: string, contents: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, contents);
  await rename(unfinished, path);
}

async function digestOf({ inputs }: Metafile): Promise<string> {
  const paths = [SETTINGS, ...Object.keys(inputs).sort()];
  const contents = await Promise.all(paths.map((path) => readFile(join(PROJECT_ROOT, path))));
  const hash = createHash("sha256").update(version);
  for (const [index, path] of paths.entries()) {
    const content = contents[index] ?? Buffer.alloc(0);
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}
