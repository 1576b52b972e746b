import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Metafile, type Plugin, transform } from "esbuild";
import { PROJECT_ROOT } from "./wrangler.ts";

/** Where wrangler.toml has the built Worker. */
export const BUILD_DIRECTORY = join(PROJECT_ROOT, "dist");

/** Styles and the scripts of browsers, which the Worker serves as texts, without what only their readers need. */
const texts: Plugin = {
  name: "texts",
  setup({ onLoad }) {
    onLoad({ filter: /\.(css|client\.js)$/ }, async ({ path }) => {
      const loader = path.endsWith(".css") ? "css" : "js";
      const { code } = await transform(await readFile(path, "utf8"), {
        loader,
        minify: true,
        charset: "utf8",
        ...(loader === "js" && { format: "esm" }),
      });
      return { contents: code.trimEnd(), loader: "text" };
    });
  },
};

/**
 * Builds the Worker whose module is `entry` into `directory`, with index.js as its main module, and returns what the
 * bundler says of it (https://esbuild.github.io/api/#metafile).
 *
 * Wrangler's own bundler makes one file of everything, and the runtime compiles all of a file before it runs any of it:
 * a short link would wait until the dashboard is compiled. Here, what is loaded on demand is a module of its own.
 */
export async function buildWorker(directory: string, entry = "src/index.ts"): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: { index: entry },
    outdir: directory,
    bundle: true,
    splitting: true,
    format: "esm",
    // As wrangler's own bundler has them.
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    platform: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
    minify: true,
    // Pages for shoppers are in ten languages, whose letters would be six characters each.
    charset: "utf8",
    // The stack traces of the log name the lines of src.
    sourcemap: "linked",
    plugins: [texts],
    // The icons of the dashboard.
    loader: { ".svg": "text", ".png": "binary" },
    // qrcode-svg has a function that saves files, which is never called here.
    alias: { fs: "./src/no-fs.ts" },
    logLevel: "silent",
    metafile: true,
    write: false,
  });
  await mkdir(directory, { recursive: true });
  // Wrangler uploads every module that is there, so those of an earlier build are removed.
  const stale = new Set((await readdir(directory)).filter((file) => /\.js(\.map)?$/.test(file)));
  for (const { path, contents } of outputFiles) {
    // A file has its name only once it is whole: a server may be reading it.
    const unfinished = `${path}.${process.pid}`;
    await writeFile(unfinished, contents);
    await rename(unfinished, path);
    stale.delete(basename(path));
  }
  for (const file of stale) await rm(join(directory, file), { force: true });
  return metafile;
}
