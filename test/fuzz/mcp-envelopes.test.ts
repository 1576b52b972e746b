// @module-tag all
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../requests.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { readContract } from "../spec/openapi-contract.ts";
import { useService } from "../use-service.ts";
import { changed } from "./changes.ts";
import { judging } from "./judge.ts";
import { mcpClient, NEW } from "./mcp-client.ts";

const service = await useService();
const { key } = await service.issueKey();
const { written } = judging(service, await readContract(service), key);
const { say } = mcpClient(service, key);

const message = (changes: object) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_link", arguments: {} },
    ...changes,
  });
const envelope = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.string({ maxLength: 40 }),
  changed({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_link", arguments: { linkId: "x" } },
  }).map(({ value }) => JSON.stringify(value)),
  changed({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
  }).map(({ value }) => JSON.stringify(value)),
  fc.constantFrom(
    message({ id: null }),
    message({ id: 1.5 }),
    message({ method: "__proto__" }),
    message({ method: "resources/read" }),
    message({ params: { name: "constructor", arguments: {} } }),
    message({ params: { name: "create_link", arguments: { __proto__: null } } }),
    `[${message({})},${message({ id: 2 })}]`,
    `[${message({})},1]`,
    "[".repeat(50_000),
    `{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}`,
    "\ufeff{}",
  ),
);
const headers = fc.record(
  {
    "MCP-Protocol-Version": fc.constantFrom(NEW, "2025-11-25", "2024-11-05", "1", "", "x".repeat(500)),
    "MCP-Method": fc.constantFrom("tools/list", "tools/call", "x"),
    "Mcp-Session-Id": fc.constantFrom("x", "../..", "1".repeat(300)),
    "Last-Event-ID": fc.constantFrom("0", "x"),
    Accept: fc.constantFrom("application/json", "text/event-stream", "*/*", "text/html", ""),
    "Content-Type": fc.constantFrom(
      "application/json; charset=utf-8",
      "text/plain",
      "application/json-rpc",
      "",
    ),
  },
  { requiredKeys: [] },
);

test("invalid JSON-RPC requests get a JSON-RPC error, and write nothing", {
  timeout: patience(),
}, async () => {
  const before = await written();
  await fc.assert(
    fc.asyncProperty(envelope, headers, async (body, head) => {
      const { status, message: said } = await say(body, head);
      const answers: Json[] = Array.isArray(said) ? said : said === undefined ? [] : [said];
      for (const each of answers) {
        expect(each.jsonrpc).toBe("2.0");
        expect("id" in each || "method" in each).toBe(true);
        if (each.error)
          expect(each.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
      }
      if (answers.length === 0) expect([202, 204]).toContain(status);
      expect(await written()).toEqual(before);
    }),
    { numRuns: runs(80), seed: SEED },
  );
});
