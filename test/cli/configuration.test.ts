// @module-tag all
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT, temporaryDirectory } from "./run-cli.ts";

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

test("npm start with an invalid configuration ends before any write, and shows no secret", async () => {
  writeFileSync(join(directory.path, ".dev.vars"), "KROGER_CLIENT_SECRET=very-secret\n");
  const config = configWith(['API_ORIGIN = ""', 'API_ORIGIN = "api"']);
  const args = ["--config", config, "--persist-to", directory.path, "--var", "COUNT_VISITS:yes"];
  // Early enough, so that a server that starts nevertheless ends.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "src/surfaces/cli/run.mjs"), "start", ...args],
    { encoding: "utf8", timeout: 50_000 },
  );
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("API_ORIGIN is not an http or https origin");
  expect(stderr).toContain("KROGER_CLIENT_ID is missing beside KROGER_CLIENT_SECRET");
  expect(stderr).toContain("COUNT_VISITS is neither");
  expect(stderr).not.toContain("very-secret");
});

test("output that a reader stops to read is no error", () => {
  const command = `"${process.execPath}" "${join(ROOT, "src/surfaces/cli/run.mjs")}" keys --help | true`;
  const { status, stderr } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});
