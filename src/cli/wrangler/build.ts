import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Metafile, type Plugin, transform } from "esbuild";
import { keepBuild, keptBuild, writeWhole } from "./kept-build.ts";
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
 * bundler says of it (https://esbuild.github.io/api/#metafile). Where the same sources were built there before, that build
 * stays.
 *
 * Wrangler's own bundler makes one file of everything, and the runtime compiles all of a file before it runs any of it:
 * a short link would wait until the dashboard is compiled. Here, what is loaded on demand is a module of its own.
 */
export async function buildWorker(directory: string, entry = "src/index.ts"): Promise<Metafile> {
  const kept = await keptBuild(directory, entry);
  if (kept) return kept;
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
  const stale = new Set((await readdir(directory)).filter((file) => /\.js(\.map)?$/.test(file)));
  for (const { path, contents } of outputFiles) {
    await writeWhole(path, contents);
    stale.delete(basename(path));
  }
  for (const file of stale) await rm(join(directory, file), { force: true });
  await keepBuild(directory, entry, metafile);
  return metafile;
}
