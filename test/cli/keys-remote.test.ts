import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { ROOT, runCli } from "./run-cli.ts";

const Query = z.object({ sql: z.string() });

// Stands for Cloudflare's API, whose query endpoint takes several statements as one batch:
// https://developers.cloudflare.com/api/resources/d1/subresources/database/methods/query/
const deployed = new DatabaseSync(":memory:");
const calls: { path: string; token: string | undefined }[] = [];
const api = createServer(async (request, response) => {
  calls.push({ path: request.url ?? "", token: request.headers.authorization });
  const { sql } = Query.parse(await json(request));
  const result = sql.split(";\n").map((statement) => ({
    results: deployed.prepare(statement).all(),
    success: true,
    meta: { duration: 0 },
  }));
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ success: true, errors: [], messages: [], result }));
});

beforeAll(async () => {
  deployed.exec(readFileSync(join(ROOT, "schema.sql"), "utf8"));
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  api.close();
  deployed.close();
});

const keys = (...args: string[]) => {
  // A server that listens on a port has an address of this kind.
  const { port } = api.address() as AddressInfo;
  return runCli("keys.ts", [...args, "--remote"], {
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
    CLOUDFLARE_ACCOUNT_ID: "account",
    CLOUDFLARE_API_TOKEN: "token",
  });
};

test("--remote issues a key in the deployed database, in one call", async () => {
  const args = [
    "--organization",
    "acme",
    "--projects",
    "web",
    "--scopes",
    "links:read",
    "--name",
    "it's live",
  ];
  const issued = await keys("issue", ...args, "--json");
  expect(issued).toMatchObject({ code: 0, stderr: "" });
  const { key, ...rest } = JSON.parse(issued.stdout);
  expect(rest).toMatchObject({ name: "it's live", projects: ["web"], scopes: ["links:read"] });
  expect(deployed.prepare("SELECT id, prefix FROM api_keys").all()).toEqual([
    { id: rest.id, prefix: key.slice(0, 10) },
  ]);
  expect(calls).toEqual([
    {
      path: expect.stringMatching(/^\/accounts\/account\/d1\/database\/[\w-]+\/query$/),
      token: "Bearer token",
    },
  ]);

  const listed = await keys("list", "--json");
  expect(JSON.parse(listed.stdout)).toEqual({ keys: [rest] });
});
