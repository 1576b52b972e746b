import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { BUILD_DIRECTORY, buildWorker } from "../../src/surfaces/cli/wrangler/build.ts";
import { PROJECT_ROOT } from "../../src/surfaces/cli/wrangler/wrangler.ts";

let build: Metafile;
beforeAll(async () => {
  build = await buildWorker(BUILD_DIRECTORY);
});

/** The imports of the built modules, by source. */
type Graph = Record<string, { imports: { path: string; kind: string }[] }>;

/** The modules of `graph` that `entry` reaches over static imports, and with `onDemand` over `import()` too. */
function reach(graph: Graph, entry: string, onDemand = false): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: next, kind } of graph[path]?.imports ?? [])
      if (onDemand || kind !== "dynamic-import") visit(next);
  };
  visit(entry);
  return [...seen];
}

/** The built module whose source is `entry`, which the build may have made an entry for `import()`. */
const moduleOf = (entry: string): string =>
  Object.keys(build.outputs).find((path) =>
    [entry, `on-demand:${entry}`].includes(build.outputs[path]?.entryPoint ?? ""),
  ) ?? "";

/** The sources in the built modules that are compiled before the one of `entry` runs. */
const compiledFor = (entry: string): string[] =>
  reach(build.outputs, moduleOf(entry)).flatMap((path) => Object.keys(build.outputs[path]?.inputs ?? {}));

test("an isolate starts only with short links: no package, no other feature except the settings", () => {
  const atStart = reach(build.inputs, "src/index.ts");
  expect(atStart.length).toBeGreaterThan(20);
  expect(atStart.filter((path) => !/^src\/(index\.ts|ground\/|features\/short-links\/)/.test(path))).toEqual(
    [],
  );
});

test("one module of these files, at most 20 KiB of ASCII, is compiled before the first short link", async () => {
  expect(compiledFor("src/index.ts").toSorted()).toEqual(
    expect.arrayContaining(["src/index.ts", "src/features/short-links/redirect.ts"]),
  );
  const started = new Set(reach(build.inputs, "src/index.ts"));
  expect(compiledFor("src/index.ts").filter((path) => !started.has(path))).toEqual([]);
  const [main = "", ...others] = reach(build.outputs, moduleOf("src/index.ts"));
  expect(others).toHaveLength(1);
  const code = await Promise.all([main, ...others].map((path) => readFile(join(PROJECT_ROOT, path), "utf8")));
  expect(code.join("").length).toBeLessThan(20 * 1024);
  // V8 stores a module with any other character in twice the memory, and compiles it more slowly.
  expect(code.join("")).toMatch(/^[\0-\x7f]*$/);
});

test("what few visits need is loaded at the first such visit, not by a redirect that is found at once", () => {
  const first = compiledFor("src/index.ts");
  for (const path of [
    "src/features/short-links/unusual-url.ts",
    "src/features/short-links/pick-offer.ts",
    "src/ground/core/kept-path.ts",
    "src/ground/core/language-tags.ts",
    "src/ground/core/plain-url.ts",
    "src/ground/core/redirectors.ts",
  ])
    expect([path, Object.keys(build.inputs).includes(path), first.includes(path)]).toEqual([
      path,
      true,
      false,
    ]);
});

test("the API does not wait for the dashboard to be compiled", () => {
  const forApi = compiledFor("src/app.ts");
  expect(forApi).toContain("src/surfaces/api/operations.ts");
  expect(forApi.filter((path) => path.startsWith("src/surfaces/dashboard"))).toEqual([]);
});

test("everything else is loaded at its first use", () => {
  const all = reach(build.inputs, "src/index.ts", true);
  for (const part of [
    "/hono/",
    "/zod/",
    "/isbot/",
    "src/app.ts",
    "src/dashboard-app.ts",
    "src/scheduled.ts",
  ]) {
    expect([part, all.some((path) => path.includes(part))]).toEqual([part, true]);
  }
});
