import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { COMMANDS } from "../../src/surfaces/cli/commands.ts";
import { ROOT, runCli, temporaryDirectory } from "./run-cli.ts";

const project = temporaryDirectory();
afterAll(project.remove);

const write = (path: string, content: unknown) => {
  const target = join(project.path, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, typeof content === "string" ? content : JSON.stringify(content));
};

const NODE = { version: "24.0.0", optional: true, bin: { node: "bin/node" } };
const LOCKED = {
  "": { name: "project", version: "2.0.0" },
  client: { version: "2.0.0" },
  "node_modules/node-other-platform": NODE,
  "node_modules/node-this-platform": NODE,
  "node_modules/needed": { version: "1.0.0" },
};
const INSTALLED = {
  "node_modules/node-this-platform": NODE,
  "node_modules/needed": { version: "1.0.0" },
};
const INSTALLED_NODE = "node_modules/node-this-platform/bin/node";

/** Replaces npm: records its arguments and leaves the result of an installation. */
const NPM = `
  const fs = require("node:fs");
  fs.writeFileSync("npm-arguments.json", JSON.stringify(process.argv.slice(2)));
  console.log("npm says something");
  const packages = ${JSON.stringify(INSTALLED)};
  if (process.env.NPM_LEAVES_NODE_OUT) delete packages["node_modules/node-this-platform"];
  fs.mkdirSync("node_modules/node-this-platform/bin", { recursive: true });
  fs.writeFileSync("${INSTALLED_NODE}", "");
  fs.writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }));
  process.exit(Number(process.env.NPM_EXIT ?? 0));`;

/** Runs a copied script; `npm` has the stand-in's arguments, or null if it was not called. */
function run(script: string, args: string[] = [], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(project.path, "src/surfaces/cli", script), ...args],
    { env: { ...process.env, npm_execpath: join(project.path, "npm.cjs"), ...env }, encoding: "utf8" },
  );
  const note = join(project.path, "npm-arguments.json");
  return { status, stdout, stderr, npm: existsSync(note) ? JSON.parse(readFileSync(note, "utf8")) : null };
}
const install = (env?: Record<string, string>) => run("install.mjs", [], env);

beforeEach(() => {
  project.remove();
  mkdirSync(join(project.path, "src/surfaces/cli"), { recursive: true });
  for (const script of ["install.mjs", "run.mjs"])
    copyFileSync(join(ROOT, "src/surfaces/cli", script), join(project.path, "src/surfaces/cli", script));
  write("npm.cjs", NPM);
  write("package-lock.json", { packages: LOCKED });
});

/** The state after a complete install. */
const installed = (packages: object = INSTALLED) => {
  write(INSTALLED_NODE, "");
  write("node_modules/.package-lock.json", { packages });
};

test("does nothing and prints nothing if the lock file's packages are installed", () => {
  installed();
  expect(install()).toEqual({ status: 0, stdout: "", stderr: "", npm: null });
});

test("installs on a bare clone, without npm's output on stdout", () => {
  const { status, stdout, stderr, npm } = install();
  expect({ status, stdout, command: npm[0] }).toEqual({ status: 0, stdout: "", command: "ci" });
  expect(npm).toEqual(expect.arrayContaining(["--include=dev", "--include=optional", "--ignore-scripts"]));
  expect(stderr).toContain("npm says something");
  expect(install().stderr).toBe("");
});

test.each([
  ["another version", { ...INSTALLED, "node_modules/needed": { version: "0.9.0" } }],
  ["another Node", { ...INSTALLED, "node_modules/node-this-platform": { ...NODE, version: "22.0.0" } }],
  ["a missing package", { "node_modules/node-this-platform": NODE }],
])("installs over %s", (_, packages) => {
  installed(packages);
  expect(install()).toMatchObject({ status: 0, npm: expect.arrayContaining(["ci"]) });
});

test("fails if npm fails", () => {
  expect(install({ NPM_EXIT: "3" })).toMatchObject({ status: 1, npm: expect.any(Array) });
});

test("fails if npm left Node out", () => {
  const { status, stderr } = install({ NPM_LEAVES_NODE_OUT: "1" });
  expect(status).toBe(1);
  expect(stderr).toContain("npm left packages out");
});

test.each([
  ["after an install", () => {}],
  ["where the packages are there already", installed],
])("puts the installed Node on the path of npm's scripts %s", (_, prepare) => {
  prepare();
  expect(install().status).toBe(0);
  const link = realpathSync(join(project.path, "node_modules/.bin/node"));
  expect(link).toBe(realpathSync(join(project.path, INSTALLED_NODE)));
});

test.each([
  ["a command", () => run("run.mjs", ["keys"])],
  ["a script for developers", () => run("install.mjs", ["--check"])],
])("%s on a bare clone shows the command to run first, and installs nothing", (_, started) => {
  expect(started()).toEqual({
    status: 1,
    stdout: "",
    stderr: "Packages are missing or out of date: run `npm start` or `npm test` first.\n",
    npm: null,
  });
});

test("npm start and npm test install missing packages, and every other script reports them", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const hooks = Object.keys(scripts).filter((name) => name.startsWith("pre"));
  expect(hooks.map((name) => [name, scripts[name]])).toEqual(
    ["prestart", "pretest"].map((name) => [name, "node src/surfaces/cli/install.mjs"]),
  );
  const SAYS_SO = /^(exec )?node src\/surfaces\/cli\/(run\.mjs|install\.mjs --check &&) |^npm run /;
  expect(
    Object.keys(scripts).filter((name) => !SAYS_SO.test(scripts[name]) && !hooks.includes(name)),
  ).toEqual([]);
});

test("every script is a command, every command is a script, and each has a function", async () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const named = Object.values<string>(scripts).flatMap(
    (script) => /run\.mjs ([\w-]+)$/.exec(script)?.[1] ?? [],
  );
  expect(named.toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  for (const [, load] of Object.values(COMMANDS)) expect(await load()).toBeTypeOf("function");
});

test("an unknown command shows the list of commands", async () => {
  const { code, stdout, stderr } = await runCli("kyes", []);
  expect([code, stdout]).toEqual([2, ""]);
  for (const name of Object.keys(COMMANDS)) expect(stderr).toContain(`\n  ${name} `);
});
