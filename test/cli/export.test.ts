import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { exportOrganization } from "../../src/surfaces/cli/commands/export.ts";
import { linkBody } from "../bodies.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { temporaryDirectory } from "./run-cli.ts";

const service = await useService();
const directory = temporaryDirectory();
afterAll(directory.remove);
const at = ["--url", service.url.origin];

test("npm run export writes the archive into a new file", async () => {
  const { key } = await service.issueKey();
  await post(service, "/v1/links", linkBody(), { key });
  const out = join(directory.path, "acme.zip");
  expect(await exportOrganization(["--out", out, ...at], { KEY: key })).toBe(`Wrote 1 links into ${out}.\n`);
  expect(readFileSync(out).subarray(0, 2).toString()).toBe("PK");
  await expect(exportOrganization(["--out", out, ...at], { KEY: key })).rejects.toThrow("exists already");
});

test("a key that may not export gets the service's reason, and no file is left", async () => {
  const { key } = await service.issueKey({ scopes: ["links:read"] });
  const out = join(directory.path, "refused.zip");
  await expect(exportOrganization(["--out", out, ...at], { KEY: key })).rejects.toThrow("exports:write");
  await expect(exportOrganization(["--out", out, ...at], {})).rejects.toThrow("KEY is missing");
  expect(existsSync(out)).toBe(false);
});
