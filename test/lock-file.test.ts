import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";

const Names = z.record(z.string(), z.string()).default({});
const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ dependencies: Names, devDependencies: Names, optionalDependencies: Names }),
  ),
});

/** Where Node would find `name` from a package at `place`, among the packages of the lock file. */
function find(packages: Record<string, unknown>, place: string, name: string): string | null {
  const candidate = `${place === "" ? "" : `${place}/`}node_modules/${name}`;
  if (candidate in packages) return candidate;
  if (place === "") return null;
  return find(packages, place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/"))), name);
}

// npm writes a lock file without an optional package that its registry does not serve, and `npm ci` then
// refuses that lock file everywhere. Such a package needs its entry by hand: version, os, cpu, libc.
test("every package that a locked one names is locked, so that npm ci works", () => {
  const file = readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8");
  const { packages } = LockFile.parse(JSON.parse(file));
  const missing = Object.entries(packages).flatMap(([place, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies })
      .filter((name) => find(packages, place, name) === null)
      .map((name) => `${place} needs ${name}`),
  );
  expect(missing).toEqual([]);
});
