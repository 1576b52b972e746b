import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { buildBundle } from "../bench/bundle.ts";

/** What the bundler says of the bundle that a deployment uploads: https://esbuild.github.io/api/#metafile */
const Metafile = z.object({
  inputs: z.record(
    z.string(),
    z.object({ imports: z.array(z.object({ path: z.string(), kind: z.string() })) }),
  ),
  outputs: z.record(z.string(), z.object({ entryPoint: z.string().optional() })),
});

let directory: string;
let graph: z.infer<typeof Metafile>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "shoppable-links-start-up-"));
  await buildBundle(directory);
  graph = Metafile.parse(JSON.parse(await readFile(join(directory, "bundle-meta.json"), "utf8")));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The modules that `entry` reaches over imports that `follows` lets pass. */
function reach(entry: string, follows: (kind: string) => boolean): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: next, kind } of graph.inputs[path]?.imports ?? []) if (follows(kind)) visit(next);
  };
  visit(entry);
  return [...seen];
}

test("an isolate starts with short links and the counting of visits: no package, no other feature but where the origins are configured", () => {
  const atStart = reach("src/index.ts", (kind) => kind !== "dynamic-import");
  expect(atStart.length).toBeGreaterThan(20);
  expect(
    atStart.filter((path) => !/^src\/(index\.ts|(core|platform|settings|short-links|visits)\/)/.test(path)),
  ).toEqual([]);
});

test("everything else is in the same file, and loaded when it is first asked for", () => {
  const scripts = Object.keys(graph.outputs).filter((path) => path.endsWith(".js"));
  expect(scripts.map((path) => graph.outputs[path]?.entryPoint)).toEqual(["src/index.ts"]);
  const all = reach("src/index.ts", () => true);
  for (const part of ["/hono/", "/zod/", "/isbot/", "src/app.ts", "src/scheduled.ts"]) {
    expect([part, all.some((path) => path.includes(part))]).toEqual([part, true]);
  }
});
