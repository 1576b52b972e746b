import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ROOT, temporaryDirectory } from "./run-cli.ts";

const project = temporaryDirectory();
afterAll(project.remove);

const write = (path: string, content: unknown) => {
  const target = join(project.path, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, typeof content === "string" ? content : JSON.stringify(content));
};

const LOCKED = {
  "": { name: "project" },
  "node_modules/node": { version: "24.0.0", integrity: "sha512-a" },
  "node_modules/needed": { version: "1.0.0", integrity: "sha512-b" },
  "node_modules/other-platform": { version: "1.0.0", optional: true },
};
const INSTALLED = {
  "node_modules/node": { version: "24.0.0", integrity: "sha512-a" },
  "node_modules/needed": { version: "1.0.0", integrity: "sha512-b" },
};

/** Takes the place of npm: notes its arguments and leaves what an install leaves. */
const NPM = `
  const fs = require("node:fs");
  fs.writeFileSync("npm-arguments.json", JSON.stringify(process.argv.slice(2)));
  console.log("npm says something");
  fs.mkdirSync("node_modules/node/bin", { recursive: true });
  fs.writeFileSync("node_modules/node/package.json", "{}");
  if (!process.env.NPM_SKIPS_SCRIPTS) fs.writeFileSync("node_modules/node/bin/node", "");
  fs.writeFileSync("node_modules/.package-lock.json", ${JSON.stringify(JSON.stringify({ packages: INSTALLED }))});
  process.exit(Number(process.env.NPM_EXIT ?? 0));`;

/** Runs the copied install script; `npm` is what the stand-in was called with, null where it was not. */
function install(env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(project.path, "src/cli/install.mjs")],
    { env: { ...process.env, npm_execpath: join(project.path, "npm.cjs"), ...env }, encoding: "utf8" },
  );
  const note = join(project.path, "npm-arguments.json");
  return { status, stdout, stderr, npm: existsSync(note) ? JSON.parse(readFileSync(note, "utf8")) : null };
}

beforeEach(() => {
  project.remove();
  mkdirSync(join(project.path, "src/cli"), { recursive: true });
  copyFileSync(join(ROOT, "src/cli/install.mjs"), join(project.path, "src/cli/install.mjs"));
  write("npm.cjs", NPM);
  write("package-lock.json", { packages: LOCKED });
});

/** The state after a complete install. */
const installed = (packages: object = INSTALLED) => {
  write("node_modules/node/package.json", "{}");
  write("node_modules/node/bin/node", "");
  write("node_modules/.package-lock.json", { packages });
};

test("does nothing and says nothing where the lock file's packages are there", () => {
  installed();
  expect(install()).toEqual({ status: 0, stdout: "", stderr: "", npm: null });
});

test("installs on a bare clone, keeping npm's words off stdout", () => {
  const { status, stdout, stderr, npm } = install();
  expect({ status, stdout, command: npm[0] }).toEqual({ status: 0, stdout: "", command: "ci" });
  expect(npm).toContain("--include=dev");
  expect(stderr).toContain("npm says something");
  expect(install().stderr).toBe("");
});

test.each([
  ["another version", { ...INSTALLED, "node_modules/needed": { version: "0.9.0", integrity: "sha512-b" } }],
  ["another content", { ...INSTALLED, "node_modules/needed": { version: "1.0.0", integrity: "sha512-c" } }],
  ["a missing package", { "node_modules/node": INSTALLED["node_modules/node"] }],
  ["a package too many", { ...INSTALLED, "node_modules/more": { version: "1.0.0" } }],
])("installs over %s", (_, packages) => {
  installed(packages);
  expect(install()).toMatchObject({ status: 0, npm: ["ci", ...Array(4).fill(expect.any(String))] });
});

test("fails with npm", () => {
  expect(install({ NPM_EXIT: "3" })).toMatchObject({ status: 1, npm: expect.any(Array) });
});

test("fails where npm ran no install scripts, which leaves Node out", () => {
  const { status, stderr } = install({ NPM_SKIPS_SCRIPTS: "1" });
  expect(status).toBe(1);
  expect(stderr).toContain("npm left packages out");
});
