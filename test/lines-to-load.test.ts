import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../src");

const texts = new Map<string, string>();
const textOf = (path: string): string => {
  const text = texts.get(path) ?? readFileSync(path, "utf8");
  texts.set(path, text);
  return text;
};

/** The sources at a path of src: the file, or those of the folder. */
function sourcesAt(path: string): string[] {
  const whole = join(SRC, path);
  if (!statSync(whole).isDirectory()) return /\.tsx?$/.test(whole) ? [whole] : [];
  return readdirSync(whole).flatMap((name) => sourcesAt(join(path, name)));
}

/** The sources that a file imports, types included; not what it imports on demand. */
const importsOf = (path: string): string[] =>
  [...textOf(path).matchAll(/^(?:import|export)\b[^;"']*?(?:from\s+)?["'](\.[^"']+)["']/gms)]
    .map(([, to = ""]) => join(dirname(path), to))
    .filter((to) => /\.tsx?$/.test(to) && existsSync(to));

/** How many lines one must load to understand the sources at a path: theirs, and those of all that they import. */
function linesToLoad(path: string): number {
  const seen = new Set(sourcesAt(path));
  for (const file of seen) for (const next of importsOf(file)) seen.add(next);
  return [...seen].reduce((sum, file) => sum + textOf(file).split("\n").length - 1, 0);
}

/** The heaviest of these paths. */
const heaviest = (paths: readonly string[]): number => Math.max(...paths.map(linesToLoad));

const VERBS = ["features", "extras"]
  .flatMap(sourcesAt)
  .filter((path) => /export async function \w+\(\s*actor\b/.test(textOf(path)));
const SCREENS = readdirSync(join(SRC, "surfaces/dashboard"))
  .map((name) => `surfaces/dashboard/${name}`)
  .filter((path) => statSync(join(SRC, path)).isDirectory());

// Size is function; but what a person must hold in the head is what a file imports. Where a number grows, a type or a constant
// usually stands beside what few of its users need.
describe("what must be loaded to understand a file stays small", () => {
  test.each([
    ["features/short-links/redirect.ts", 3_200],
    ["features/links/create-link.ts", 10_000],
    ["surfaces/api/create-link-operation.ts", 13_650],
    ["surfaces/dashboard/members", 6_900],
  ])("%s: at most %i lines", (path, most) => {
    expect(linesToLoad(path)).toBeLessThanOrEqual(most);
  });

  test("every verb: at most 13,000 lines", () => {
    expect(VERBS.length).toBeGreaterThan(50);
    expect(heaviest(VERBS.map((path) => path.slice(SRC.length)))).toBeLessThanOrEqual(13_000);
  });

  test("every screen: at most 23,000 lines", () => {
    expect(SCREENS.length).toBeGreaterThan(20);
    expect(heaviest(SCREENS)).toBeLessThanOrEqual(23_000);
  });
});
