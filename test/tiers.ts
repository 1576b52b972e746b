import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

declare module "vitest" {
  interface TestTags {
    tags: Tag;
  }
}

/**
 * What `npm test` leaves out. A file says so in its first line, `// @module-tag all`; a test or `describe` among others of
 * its file with the option `{ tags: "all" }`. Such a test needs nothing of tests without the tag: `npm run test:rest` runs it
 * without them, and `npm test` runs them without it.
 */
export type Tag = (typeof TAGS)[number]["name"];

/** The tags, and which tests have them. */
export const TAGS = [
  {
    name: "all",
    description:
      "In `npm run test:all` and `.ci/run`, but not in `npm test`: what takes long, and what a faster test proves as well.",
  },
  { name: "deep", description: "Only in `npm run test:deep`: long scenarios before a release." },
] as const;

/** The tests that a run takes: by npm's commands `npm test`, `test:rest` (what is left out there), `test:all` and `test:deep`. */
export type Tier = keyof typeof FILTERS;

/** Vitest's filter of tags for each tier. A deep run has all tests of its files, as all go further there. */
export const FILTERS = {
  test: ["!all && !deep"],
  rest: ["all && !deep"],
  all: ["!deep"],
  deep: [],
} as const satisfies Record<string, string[]>;

/** The tags that the text of a test file names: of the whole file, and of tests in it. */
export function tagsIn(text: string): { file: Tag | undefined; tests: Tag[] } {
  const [, file] = /^\/\/ @module-tag (\w+)$/m.exec(text) ?? [];
  const tests = [...text.matchAll(/\btags: "(\w+)"/g)].map(([, tag = ""]) => tag);
  return { file: isTag(file) ? file : undefined, tests: tests.filter(isTag) };
}

const isTag = (word = ""): word is Tag => TAGS.some(({ name }) => name === word);

/** The test files, as paths below `root`, with their tags. */
export function taggedFiles(root: string): { path: string; file: Tag | undefined; tests: Tag[] }[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .sort()
    .map((path) => ({ path: `test/${path}`, ...tagsIn(readFileSync(join(root, "test", path), "utf8")) }));
}

/**
 * The files of a tier: vitest would also import the others, which starts their services, to find out that it runs none of
 * their tests. `goesFurther` are those which a deep run repeats, with more input.
 */
export function filesOf(tier: Tier, root: string, goesFurther: (path: string) => boolean): string[] {
  return taggedFiles(root)
    .filter(({ path, file, tests }) => {
      if (tier === "deep") return file === "deep" || tests.includes("deep") || goesFurther(path);
      if (tier === "rest") return file === "all" || (file === undefined && tests.includes("all"));
      return file === undefined || (tier === "all" && file === "all");
    })
    .map(({ path }) => path);
}
