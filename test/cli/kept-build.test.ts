import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildWorker } from "../../src/cli/wrangler/build.ts";
import { keptBuild } from "../../src/cli/wrangler/kept-build.ts";

let sources: string;
let entry: string;
let directory: string;
beforeAll(async () => {
  sources = await mkdtemp(join(tmpdir(), "shoppable-links-sources-"));
  entry = join(sources, "worker.ts");
  directory = join(sources, "built");
  await writeFile(join(sources, "answer.ts"), "export const answer: string = 'first';");
});
afterAll(() => rm(sources, { recursive: true, force: true }));

const built = () => readFile(join(directory, "index.js"), "utf8");
const writeEntry = (name: string) =>
  writeFile(entry, `import { ${name} } from "./answer.ts"; export default { fetch: () => ${name} };`);

beforeEach(async () => {
  await writeEntry("answer");
  await writeFile(join(sources, "answer.ts"), "export const answer: string = 'first';");
  await buildWorker(directory, entry);
});

test("a build of the same sources stays as it is", async () => {
  expect(await keptBuild(directory, entry)).toEqual(await buildWorker(directory, entry));
});

test("a changed source, near or far, is built", async () => {
  await writeFile(join(sources, "answer.ts"), "export const answer: string = 'other';");
  await buildWorker(directory, entry);
  expect(await built()).toContain("other");
  await writeFile(join(sources, "answer.ts"), "export const answer: string = 'third', more = 'far';");
  await writeEntry("more");
  await buildWorker(directory, entry);
  expect(await built()).toContain("far");
});

test("another entry in the same directory is built", async () => {
  const other = join(sources, "other.ts");
  await writeFile(other, "export default { fetch: () => 'elsewhere' };");
  await buildWorker(directory, other);
  expect(await built()).toContain("elsewhere");
});

test.each([
  ["missing", () => rm(join(directory, "index.js"))],
  ["cut off", () => truncate(join(directory, "index.js"), 5)],
  ["without its note", () => rm(join(directory, "build.json"))],
  ["with a damaged note", () => truncate(join(directory, "build.json"), 50)],
])("what is %s is built anew", async (_, damage) => {
  const whole = await built();
  await damage();
  expect(await keptBuild(directory, entry)).toBeUndefined();
  await buildWorker(directory, entry);
  expect(await built()).toBe(whole);
});
