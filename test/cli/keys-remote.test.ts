import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { json, text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { ROOT, runCli } from "./run-cli.ts";

// Each command starts wrangler; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 });

const Query = z.object({ sql: z.string() });
const Import = z.object({ action: z.enum(["init", "ingest"]) });

// Stands for Cloudflare's API, whose query endpoint takes several statements as one batch, and which takes more of
// them as a file: https://developers.cloudflare.com/api/resources/d1/subresources/database/
const deployed = new DatabaseSync(":memory:");
const calls: { path: string; token: string | undefined }[] = [];
let uploaded = "";

function answer(path: string, body: unknown): unknown {
  if (path.endsWith("/query")) {
    const { sql } = Query.parse(body);
    return sql.split(";\n").map((statement) => ({
      results: deployed.prepare(statement).all(),
      success: true,
      meta: { duration: 0 },
    }));
  }
  if (Import.parse(body).action === "init") return { upload_url: `${origin()}/upload`, filename: "file" };
  deployed.exec(`BEGIN; ${uploaded} COMMIT`);
  const meta = { duration: 0, rows_read: 0, rows_written: 0, size_after: 0 };
  const result = { num_queries: 1, final_bookmark: "b", meta };
  return { success: true, status: "complete", messages: [], errors: [], result };
}

const api = createServer(async (request, response) => {
  const path = request.url ?? "";
  calls.push({ path, token: request.headers.authorization });
  response.setHeader("Content-Type", "application/json");
  if (path === "/upload") {
    uploaded = await text(request);
    response.setHeader("ETag", createHash("md5").update(uploaded).digest("hex")).end();
    return;
  }
  try {
    const result = answer(path, await json(request));
    response.end(JSON.stringify({ success: true, errors: [], messages: [], result }));
  } catch (error) {
    const message = `${error instanceof Error ? error.message : error}: SQLITE_ERROR`;
    response.statusCode = 400;
    response.end(
      JSON.stringify({ success: false, errors: [{ code: 7500, message }], messages: [], result: null }),
    );
  }
});

// A server that listens on a port has an address of this kind.
const origin = () => `http://127.0.0.1:${(api.address() as AddressInfo).port}`;

beforeAll(async () => {
  deployed.exec(readFileSync(join(ROOT, "schema.sql"), "utf8"));
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  api.close();
  deployed.close();
});

const remotely = (file: string, ...args: string[]) =>
  runCli(file, [...args, "--remote"], {
    CLOUDFLARE_API_BASE_URL: origin(),
    CLOUDFLARE_ACCOUNT_ID: "account",
    CLOUDFLARE_API_TOKEN: "token",
  });
const keys = (...args: string[]) => remotely("keys.ts", ...args);

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
  expect(JSON.parse(listed.stdout)).toEqual({
    keys: [{ ...rest, issuedBy: { ...rest.issuedBy, name: null } }],
  });

  const rotated = JSON.parse((await keys("rotate", rest.id, "--grace", "0", "--json")).stdout);
  expect(rotated).toMatchObject({ name: "it's live", projects: ["web"], replaces: { id: rest.id } });
  const revoked = JSON.parse((await keys("revoke", rotated.id, "--json")).stdout);
  expect(revoked).toMatchObject({ id: rotated.id, alreadyRevoked: false });
});

test("--remote adds the first owner to the deployed database, and removes members", async () => {
  const members = (...args: string[]) => remotely("members.ts", ...args, "--organization", "new");
  const added = await members("add", "--email", "ada@example.com", "--role", "owner", "--json");
  expect(added).toMatchObject({ code: 0, stderr: "" });
  const { alreadyMember: _, ...ada } = JSON.parse(added.stdout);
  expect(deployed.prepare("SELECT id, email, role FROM members").all()).toEqual([
    { id: ada.id, email: "ada@example.com", role: "owner" },
  ]);
  const last = await members("remove", "--email", "ada@example.com");
  expect([last.code, last.stderr]).toEqual([1, expect.stringContaining("the last owner")]);
  await members("add", "--email", "bob@example.com", "--role", "owner");
  expect(await members("remove", "--email", "ada@example.com")).toMatchObject({ code: 0, stderr: "" });
  expect(deployed.prepare("SELECT email FROM members").all()).toEqual([{ email: "bob@example.com" }]);
});

// Wrangler takes SQL apart by text search; none of this may be lost, split or executed.
const AWKWARD = `O'Neil; BEGIN TRANSACTION; COMMIT; -- é🧺 ?1 "[\`/*`;

test("what is too long for a command goes as a file, in one transaction", async () => {
  // Two statements of 65 kB each; D1 takes up to 100 kB in one.
  const projects = Array.from({ length: 1_200 }, (_, number) => `a project called ${number}`);
  const args = ["--organization", "large", "--projects", projects.join(","), "--scopes", "all"];
  calls.length = 0;
  const { code, stdout, stderr } = await keys("issue", ...args, "--name", AWKWARD, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { key, id } = JSON.parse(stdout);
  expect(deployed.prepare("SELECT prefix, name FROM api_keys WHERE id = ?").get(id)).toEqual({
    prefix: key.slice(0, 10),
    name: AWKWARD,
  });
  const count = deployed.prepare("SELECT count(*) AS projects FROM api_key_projects WHERE api_key_id = ?");
  expect(count.get(id)).toEqual({ projects: 1_200 });
  expect(calls.map(({ path }) => path.slice(path.lastIndexOf("/")))).toEqual([
    "/import",
    "/upload",
    "/import",
    "/query",
  ]);
});

test("a database without tables ends with 1 and a hint", async () => {
  deployed.exec("ALTER TABLE api_keys RENAME TO hidden");
  try {
    const { code, stdout, stderr } = await keys("list");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("no such table: api_keys");
    expect(stderr).toContain("npm run deploy brings the database up to date.");
    expect(stderr).not.toContain("    at ");
  } finally {
    deployed.exec("ALTER TABLE hidden RENAME TO api_keys");
  }
});
