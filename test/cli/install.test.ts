import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
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

const LOCKED = {
  "": { name: "project", version: "2.0.0" },
  client: { version: "2.0.0" },
  "node_modules/optional": { version: "1.0.0", optional: true },
  "node_modules/needed": { version: "1.0.0" },
};
const NODE = { version: "24.0.0", optional: true, bin: { node: "bin/node" } };
const LOCKED_NODE = { "node_modules/node-other-platform": NODE, "node_modules/node-this-platform": NODE };
const INSTALLED_NODE = "locked-node/node_modules/node-this-platform/bin/node";

/** Replaces npm: records where it runs and with which arguments, and leaves the result of an installation. */
const NPM = `
  const fs = require("node:fs");
  const { basename } = require("node:path");
  const isNode = basename(process.cwd()) === "locked-node";
  fs.appendFileSync("${project.path}/npm.log", [isNode ? "node" : "packages", ...process.argv.slice(2)].join(" ") + "\\n");
  console.log("npm says something");
  if (process.env.NPM_EXIT) process.exit(Number(process.env.NPM_EXIT));
  const packages = isNode ? ${JSON.stringify({ "node_modules/node-this-platform": NODE })} : ${JSON.stringify({ "node_modules/needed": LOCKED["node_modules/needed"] })};
  fs.mkdirSync("node_modules/node-this-platform/bin", { recursive: true });
  // Instead of Node: shows that it was run.
  if (isNode) fs.writeFileSync("node_modules/node-this-platform/bin/node", "#!/bin/sh\\necho locked $2\\n", { mode: 0o755 });
  fs.writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }));`;

/** Node 20 and 22.12 don't run TypeScript. */
const OLD = ["--no-experimental-strip-types"];

/** Runs a copied script; `npm` has the stand-in's runs since the last call. */
function run(script: string, args: string[] = [], node: string[] = [], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...node, join(project.path, "src/surfaces/cli", script), ...args],
    { env: { ...process.env, npm_execpath: join(project.path, "npm.cjs"), ...env }, encoding: "utf8" },
  );
  const log = join(project.path, "npm.log");
  const npm = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
  rmSync(log, { force: true });
  return { status, stdout, stderr, npm };
}
const NOTHING = { status: 0, stdout: "", stderr: "", npm: [] };

beforeEach(() => {
  project.remove();
  for (const script of ["install.mjs", "run.mjs"])
    write(`src/surfaces/cli/${script}`, readFileSync(join(ROOT, "src/surfaces/cli", script), "utf8"));
  write("src/surfaces/cli/commands.ts", 'export const runNamed = ([name]) => console.log("own", name);');
  write("package.json", { type: "module" });
  write("npm.cjs", NPM);
  write("package-lock.json", { packages: LOCKED });
  write("locked-node/package-lock.json", { packages: LOCKED_NODE });
});

test("a bare clone is installed once, without Node where the machine's is new enough", () => {
  const { status, stdout, stderr, npm } = run("install.mjs");
  expect({ status, stdout, npm }).toEqual({
    status: 0,
    stdout: "",
    npm: [expect.stringMatching(/^packages ci /)],
  });
  expect(npm[0]).toMatch(/ --include=dev --include=optional --ignore-scripts /);
  expect(stderr).toContain("npm says something");
  expect(run("install.mjs")).toEqual(NOTHING);
  expect(existsSync(join(project.path, INSTALLED_NODE))).toBe(false);
});

test("where the machine's Node is too old, another is installed once and put on the path of npm's scripts", () => {
  const { status, npm } = run("install.mjs", [], OLD);
  expect([status, npm]).toEqual([
    0,
    [expect.stringMatching(/^packages ci /), expect.stringMatching(/^node ci /)],
  ]);
  const link = realpathSync(join(project.path, "node_modules/.bin/node"));
  expect(link).toBe(realpathSync(join(project.path, INSTALLED_NODE)));
  expect(run("install.mjs", [], OLD)).toEqual(NOTHING);
  // npm ci of the packages removes the link.
  rmSync(join(project.path, "node_modules/.bin"), { recursive: true });
  expect(run("install.mjs", [], OLD)).toEqual(NOTHING);
  expect(existsSync(link)).toBe(true);
  expect(existsSync(join(project.path, "node_modules/.bin/node"))).toBe(true);
});

test.each([
  ["another version", { "node_modules/needed": { version: "0.9.0" } }],
  ["a missing package", {}],
])("installs over %s", (_, packages) => {
  write("node_modules/.package-lock.json", { packages });
  expect(run("install.mjs")).toMatchObject({ status: 0, npm: [expect.stringMatching(/^packages ci /)] });
});

test("another version of Node is installed over an earlier one", () => {
  run("install.mjs", [], OLD);
  const packages = { "node_modules/node-this-platform": { ...NODE, version: "22.0.0" } };
  write("locked-node/node_modules/.package-lock.json", { packages });
  expect(run("install.mjs", [], OLD)).toMatchObject({ status: 0, npm: [expect.stringMatching(/^node ci /)] });
});

test("fails if npm fails", () => {
  const { status, stderr } = run("install.mjs", [], [], { NPM_EXIT: "3" });
  expect(status).toBe(1);
  expect(stderr).toContain("npm left packages out");
});

test("a command on a bare clone installs, then runs with a Node that can", () => {
  expect(run("run.mjs", ["keys"])).toMatchObject({
    status: 0,
    stdout: "own keys\n",
    npm: [expect.stringMatching(/^packages ci /)],
  });
  expect(run("run.mjs", ["keys"], OLD)).toMatchObject({ status: 0, stdout: "locked keys\n" });
  expect(run("run.mjs", ["keys"], OLD)).toMatchObject({ stderr: "", npm: [] });
});

test("a script for developers on a bare clone shows the command to run first, and installs nothing", () => {
  expect(run("install.mjs", ["--check"])).toEqual({
    status: 1,
    stdout: "",
    stderr: "Packages are missing or out of date: run `npm start` or `npm test` first.\n",
    npm: [],
  });
});

test("npm start, npm test, npm run test:all and every command install missing packages, and every other script reports them", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const hooks = Object.keys(scripts).filter((name) => name.startsWith("pre"));
  expect(hooks.map((name) => [name, scripts[name]])).toEqual(
    ["prestart", "pretest", "pretest:all"].map((name) => [name, "node src/surfaces/cli/install.mjs"]),
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

test("npm run help says what every script is for", async () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const { code, stdout } = await runCli("help", []);
  expect(code).toBe(0);
  const listed = [...stdout.matchAll(/^ {2}([\w:-]+) {2,}\S.{5,}$/gm)].map(([, name]) => name);
  const own = Object.keys(scripts).filter((name) => !/^(pre|post)/.test(name));
  expect(listed.toSorted()).toEqual(own.toSorted());
});

test("an unknown command shows the list of commands", async () => {
  const { code, stdout, stderr } = await runCli("kyes", []);
  expect([code, stdout]).toEqual([2, ""]);
  for (const name of Object.keys(COMMANDS)) expect(stderr).toContain(`\n  ${name} `);
});
