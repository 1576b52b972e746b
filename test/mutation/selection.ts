import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "./known.ts";

/** What `npm run mutate` looks at where it is told no part. */
export const PARTS = [
  "src/access",
  "src/dashboard/sign-in",
  "src/idempotency",
  "src/short-links",
  "src/links",
  "src/visits",
  "src/imports",
  "src/retailers",
];
/** Tests that run programs or build what they test themselves: no mutant is on there. */
const LEFT_OUT =
  /^test\/(?:bench|browser|cli|client|deploy|mutation|fuzz|model|soak)\/|^test\/[^/]*$|kill|start-up|lock-file|docs/;
/** Tests of what is read where there is a lot: it takes minutes to note what is stored. */
const OF_MANY_ROWS = /reads?\.test|reading-|rows-written|many-|load|counter/;

const filesBelow = (root: string, place: string, ending: RegExp): string[] =>
  readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();

/** The files of these parts that get mutants. */
export const sourcesOf = (root: string, parts: readonly string[]): string[] =>
  parts
    .flatMap((part) => (/\.tsx?$/.test(part) ? [part] : filesBelow(root, part, /\.tsx?$/)))
    .filter((path) => !path.endsWith(".d.ts"));

export const allTests = (root: string): string[] => filesBelow(root, "test", /\.test\.ts$/);

/** The files of tests that try mutants. */
export const testsOf = (root: string): string[] =>
  allTests(root).filter((path) => !LEFT_OUT.test(path) && !OF_MANY_ROWS.test(path));

export const hashesOf = (root: string, files: readonly string[]): Record<string, string> =>
  Object.fromEntries(files.map((file) => [file, hashOf(readFileSync(join(root, file), "utf8"))]));
