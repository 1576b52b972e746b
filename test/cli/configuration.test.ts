import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT, runCli, temporaryDirectory } from "./run-cli.ts";

const directory = temporaryDirectory();
afterAll(directory.remove);

/** A copy of wrangler.toml with other lines in it. */
function configWith(...changes: [from: string, to: string][]): string {
  const path = join(directory.path, "wrangler.toml");
  const text = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  writeFileSync(
    path,
    changes.reduce((all, [from, to]) => all.replace(from, to), text).replace('"src/', `"${ROOT}/src/`),
  );
  return path;
}

const check = (...changes: [string, string][]) =>
  runCli("check-configuration.ts", ["--config", configWith(...changes)]);

test("a deployment of the configuration as it is in the repository is fine", async () => {
  expect(await runCli("check-configuration.ts", [])).toMatchObject({ code: 0, stdout: "", stderr: "" });
});

test("a deployment ends before anything is uploaded, and says what is wrong", async () => {
  const { code, stderr } = await check(['COUNT_VISITS = "on"', 'COUNT_VISITS = "yes"']);
  expect([code, stderr]).toEqual([
    1,
    'The configuration is wrong:\n  COUNT_VISITS is neither "on" nor "off"\n',
  ]);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(scripts.deploy).toMatch(/^node --no-warnings src\/cli\/commands\/check-configuration\.ts && /);
});

test("a deployment to a domain needs its origins", async () => {
  const route = 'routes = [{ pattern = "go.example.com", custom_domain = true }]\nworkers_dev = true';
  const { code, stderr } = await check(["workers_dev = true", route]);
  expect(code).toBe(1);
  expect(stderr).toContain("SHORT_LINK_ORIGIN has to be set where the Worker has a domain");
  const set: [string, string][] = ["SHORT_LINK_ORIGIN", "API_ORIGIN"].map((name) => [
    `${name} = ""`,
    `${name} = "https://go.example.com"`,
  ]);
  expect(await check(["workers_dev = true", route], ...set)).toMatchObject({ code: 0 });
});

test("a deployment leaves out who is signed in locally", () => {
  const upload = join(directory.path, "upload");
  const wrangler = join(ROOT, "node_modules/.bin/wrangler");
  const { status } = spawnSync(wrangler, ["deploy", "--dry-run", `--outfile=${upload}`], { cwd: ROOT });
  expect(status).toBe(0);
  const text = readFileSync(upload, "utf8");
  const metadata = JSON.parse(/^\{"main_module".*$/m.exec(text)?.[0] ?? "");
  expect(metadata.bindings.length).toBeGreaterThan(5);
  expect(metadata).not.toHaveProperty("access");
  expect(JSON.stringify(metadata)).not.toContain("owner@demo.example");
});

test("npm start ends with the same words, before it writes anything", async () => {
  writeFileSync(join(directory.path, ".dev.vars"), "KROGER_CLIENT_SECRET=very-secret\n");
  const config = configWith(['API_ORIGIN = ""', 'API_ORIGIN = "api"']);
  const args = ["--config", config, "--persist-to", directory.path, "--var", "COUNT_VISITS:yes"];
  // In time, so that a server that starts all the same ends.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--no-warnings", join(ROOT, "src/cli/commands/start.ts"), ...args],
    { encoding: "utf8", timeout: 50_000 },
  );
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("API_ORIGIN is not an http or https origin");
  expect(stderr).toContain("KROGER_CLIENT_ID is missing beside KROGER_CLIENT_SECRET");
  expect(stderr).toContain("COUNT_VISITS is neither");
  expect(stderr).not.toContain("very-secret");
});
