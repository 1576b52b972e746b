import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** A file of the project in a comment or document, by its path or its name alone. */
const REFERENCE =
  /(?<![\w/.@*-])(?:(?:src|test|docs|client|migrations)\/[\w./-]+\.(?:sql|css|json|js)|(?:[\w.-]+\/)*[a-z][\w-]*(?:\.test)?\.(?:tsx?|mjs|md))\b/g;

/** Comments of code, and whole documents and SQL. */
function proseOf(path: string): string {
  const text = readFileSync(join(ROOT, path), "utf8");
  if (!/\.(?:tsx?|mjs|js|css)$/.test(path)) return text;
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/gm)].map(([comment]) => comment).join("\n");
}

test("each decision has a number of its own", () => {
  const names = readdirSync(join(ROOT, "docs/decisions")).sort();
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
  const headings = names.map((name) => readFileSync(join(ROOT, "docs/decisions", name), "utf8").slice(2, 6));
  expect(headings).toEqual(numbers);
});

test("files that comments and documents name exist", () => {
  const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n");
  const exists = (named: string) => files.some((path) => path === named || path.endsWith(`/${named}`));
  const missing = files
    // Guides name files of callers.
    .filter((path) => !path.includes("/docs/guides/"))
    .filter((path) => /\.(?:tsx?|mjs|js|css|md|sql)$/.test(path) && existsSync(join(ROOT, path)))
    .flatMap((path) =>
      [...proseOf(path).matchAll(REFERENCE)]
        .filter(([named]) => !named.includes("NNNN") && !exists(named.replace(/^(?:\.{1,2}\/)+/, "")))
        .map(([named]) => `${path} names ${named}`),
    );
  expect(missing).toEqual([]);
});
