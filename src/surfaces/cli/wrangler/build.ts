import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { build, type Metafile, type Plugin, transform } from "esbuild";
import { PROJECT_ROOT } from "./wrangler.ts";

/** The directory of the built Worker in wrangler.toml. */
export const BUILD_DIRECTORY = join(PROJECT_ROOT, "dist");

/** Styles and browser scripts, which the Worker serves as minified texts, and the version. */
const MARKUP = join(PROJECT_ROOT, "src/surfaces/dashboard/layout/jsx.ts");

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
    // Children as arguments take 8 KiB less than as properties, as which the compiler checks them. Only modules with markup
    // get the import, so that short links don't wait for it.
    onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { contents: `import { jsx, Fragment } from ${JSON.stringify(MARKUP)};${source}`, loader: "tsx" };
    });
    // Of package.json, the Worker needs the version.
    onLoad({ filter: /\/package\.json$/ }, async ({ path }) => {
      const { version }: { version: string } = JSON.parse(await readFile(path, "utf8"));
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
  },
};

/**
 * Makes one module of all code that the Worker starts with. esbuild joins files that the same entries import, and `import()`
 * makes an entry. So each of these entries becomes a file that imports `entry` too, which the runtime has loaded by then.
 * Without this, a short link in a new isolate waits for some twenty small modules, which takes 2 ms longer.
 */
const onDemand = (entry: string): Plugin => ({
  name: "on-demand",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /./ }, async ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return null;
      const { path: file, errors } = await resolve(path, { kind: "import-statement", resolveDir });
      return errors.length > 0 ? { errors } : { path: relative(PROJECT_ROOT, file), namespace: "on-demand" };
    });
    onLoad({ filter: /./, namespace: "on-demand" }, ({ path }) => ({
      contents: `import "./${entry}"; export * from "./${path}";`,
      resolveDir: PROJECT_ROOT,
    }));
  },
});

/**
 * Builds the Worker with the entry module `entry` into `directory`, with index.js as its main module, and returns the
 * bundler's metadata (https://esbuild.github.io/api/#metafile).
 *
 * Wrangler's own bundler creates one file, and the runtime compiles all of a file before it runs any of it:
 * a short link would wait until the dashboard is compiled. Here, code that is loaded on demand is a separate module.
 */
export async function buildWorker(directory: string, entry = "src/index.ts"): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: { index: entry },
    outdir: directory,
    bundle: true,
    splitting: true,
    format: "esm",
    // As in wrangler's own bundler.
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    platform: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
    minify: true,
    tsconfigRaw: { compilerOptions: { jsx: "react", jsxFactory: "jsx", jsxFragmentFactory: "Fragment" } },
    // The runtime has it.
    external: ["cloudflare:workers"],
    // Pages for shoppers are in ten languages, whose letters would otherwise be escaped.
    charset: "utf8",
    // Stack traces in the log refer to lines of src.
    sourcemap: "linked",
    plugins: [texts, onDemand(entry)],
    // The icons and the face of the dashboard.
    loader: { ".svg": "text", ".md": "text", ".png": "binary", ".woff2": "binary" },
    alias: {
      // qrcode-svg has an unused function that saves files.
      fs: "./src/no-fs.ts",
      "@modelcontextprotocol/server/_shims": "./src/surfaces/api/mcp/no-validator.ts",
    },
    logLevel: "silent",
    metafile: true,
    write: false,
  });
  await mkdir(directory, { recursive: true });
  // Wrangler uploads every module in the directory, so modules of earlier builds are removed.
  const stale = new Set((await readdir(directory)).filter((file) => /\.js(\.map)?$/.test(file)));
  for (const { path, contents } of outputFiles) {
    // A file gets its name only when it is complete: a server may be reading it.
    const unfinished = `${path}.${process.pid}`;
    await writeFile(unfinished, contents);
    await rename(unfinished, path);
    stale.delete(basename(path));
  }
  for (const file of stale) await rm(join(directory, file), { force: true });
  return metafile;
}
