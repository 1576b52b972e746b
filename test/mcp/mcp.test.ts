import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, test } from "vitest";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { TOOLS } from "../../src/surfaces/api/mcp/tools.ts";
import { decodeWithZxing, pixelsOfPng } from "../qr-codes/qr-decoding.ts";
import type { IssuedKey } from "../service.ts";
import { useService } from "../use-service.ts";
import { postMessages } from "./messages.ts";

const service = await useService();
const key = await service.issueKey({ createProjects: ["main", "other"] });
const reader = await service.issueKey({ scopes: ["links:read"] });
const stranger = await service.issueKey({ organization: "strangers" });

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

type Mode = { pin: string } | "legacy";

/** The official client with a given protocol version. */
async function connected(mode: Mode, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  clients.push(client);
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", service.url), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return client;
}

const as = ({ key: text }: IssuedKey) => ({ "X-Service-API-Key": text });
const call = async (client: Client, name: string, args: Record<string, unknown>) => {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const texts = (content as { type: string; text?: string }[]).filter(({ type }) => type === "text");
  return { isError: isError ?? false, content, json: JSON.parse(texts[0]?.text ?? "null") };
};
const CART = {
  projectId: "main",
  name: "Breakfast",
  retailer: "bigbox_w",
  intent: "add_to_cart",
  products: [{ retailerProductId: "10450114" }],
};

describe.each<[string, Mode]>([
  ["2026-07-28", { pin: "2026-07-28" }],
  ["the versions of 2025", "legacy"],
])("a client with protocol %s", (_, mode) => {
  test("sees every tool with an object schema and the instruction to preview first", async () => {
    const client = await connected(mode, as(key));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    for (const { name, inputSchema, annotations } of tools) {
      expect([name, inputSchema.type, "oneOf" in inputSchema || "anyOf" in inputSchema]).toEqual([
        name,
        "object",
        false,
      ]);
      expect(annotations?.readOnlyHint).toBe(!/^(create|update)_/.test(name));
    }
    expect(tools.find(({ name }) => name === "update_link")?.annotations?.destructiveHint).toBe(true);
    expect(client.getInstructions()).toContain("Preview a link before you create it");
  });

  test("previews, creates, reads, explains, finds, changes and shows a link", async () => {
    const client = await connected(mode, as(key));
    const link = { ...CART, name: `Breakfast ${JSON.stringify(mode)}` };
    const preview = await call(client, "preview_link", { link });
    expect(preview.json.data.destination).toContain("10450114");
    const { json: made } = await call(client, "create_link", { link });
    const { json: again } = await call(client, "create_link", { link });
    expect(again.data.id).toBe(made.data.id);
    const linkId: string = made.data.id;
    const { json: read } = await call(client, "get_link", { linkId });
    expect(read).toMatchObject({ data: { name: link.name }, revision: expect.stringMatching(/^(W\/)?"/) });
    const patch = { publicName: "For two" };
    const changed = await call(client, "update_link", { linkId, patch, revision: read.revision });
    expect(changed.json.data.publicName).toBe("For two");
    const stale = await call(client, "update_link", {
      linkId,
      patch: { publicName: null },
      revision: read.revision,
    });
    expect([stale.isError, stale.json.error.code]).toEqual([true, "precondition_failed"]);
    expect((await call(client, "explain_destination", { linkId })).json.data.reason.code).toBe(
      "cart_by_items",
    );
    const found = await call(client, "find_links", { q: link.name.slice(0, 40), limit: 5 });
    expect(found.json.data.map(({ id }: { id: string }) => id)).toContain(linkId);
    const code = await call(client, "create_qr_code", {
      linkId,
      qrCode: { identifier: "door", name: "Door" },
    });
    expect(code.json.data.identifier).toBe("door");
    const shown = await call(client, "get_qr_code", { linkId, identifier: "door" });
    const [image] = shown.content as { data: string; mimeType: string }[];
    expect(image?.mimeType).toBe("image/png");
    const png = Buffer.from(image?.data ?? "", "base64");
    expect((await decodeWithZxing(pixelsOfPng(png, 512)))?.text).toBe(code.json.data.encodedUrl);
    expect((await call(client, "get_link_visits", { linkId, by: "qrCode" })).json.data.totals.scans).toBe(0);
    expect((await call(client, "get_visits", { projectId: "main" })).json.data.totals.clicks).toBe(0);
    expect((await call(client, "find_stores", { q: "market", limit: 1 })).json.data).toHaveLength(1);
  });

  test("gets the API's error for invalid arguments", async () => {
    const client = await connected(mode, as(key));
    const errorOf = async (name: string, args: Record<string, unknown>) => {
      const { isError, json } = await call(client, name, args);
      expect(isError).toBe(true);
      return [json.error.code, ...(json.error.details ?? []).map(({ field }: { field: string }) => field)];
    };
    const { name: _name, ...nameless } = CART;
    expect(await errorOf("create_link", { link: nameless })).toEqual(["validation_failed", "name"]);
    expect(await errorOf("create_link", { link: { ...CART, retailer: "grocer_a" } })).toEqual([
      "unsupported_retailer_intent",
    ]);
    expect(await errorOf("create_link", {})).toEqual(["validation_failed", "link"]);
    expect(await errorOf("create_link", { link: CART, nope: 1 })).toEqual(["validation_failed", "nope"]);
    expect(await errorOf("find_links", { limit: 101 })).toEqual(["validation_failed", "limit"]);
    expect(await errorOf("get_link", { linkId: "x" })).toEqual(["validation_failed", "linkId"]);
    expect(await errorOf("get_link", { linkId: "lnk_00000000000000000000000000" })).toEqual(["not_found"]);
    expect(await errorOf("update_link", { linkId: "lnk_0", patch: {} })).toEqual([
      "validation_failed",
      "revision",
    ]);
    expect(await errorOf("get_qr_code", { linkId: "lnk_0", identifier: "-" })).toEqual([
      "validation_failed",
      "identifier",
    ]);
  });
});

const NOW = { pin: "2026-07-28" };

test("a key sees and can call only the tools of its scopes", async () => {
  const client = await connected(NOW, as(reader));
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(
    TOOLS.filter(({ scope }) => scope === "links:read" || scope === null).map(({ name }) => name),
  );
  expect(names.some((name) => /^(create|update|preview)_/.test(name))).toBe(false);
  await expect(client.callTool({ name: "create_link", arguments: { link: CART } })).rejects.toThrow(
    "This key has no tool",
  );
});

test("links of other organizations can't be found, read, changed or shown", async () => {
  const own = await connected(NOW, as(key));
  const { json } = await call(own, "create_link", { link: { ...CART, name: "Ours" } });
  const linkId: string = json.data.id;
  const client = await connected(NOW, as(stranger));
  const attempts: [string, Record<string, unknown>][] = [
    ["get_link", { linkId }],
    ["explain_destination", { linkId }],
    ["get_link_visits", { linkId }],
    ["get_qr_code", { linkId, identifier: "default" }],
    ["create_qr_code", { linkId, qrCode: {} }],
    ["update_link", { linkId, patch: { name: "Theirs" }, revision: '"1"' }],
  ];
  for (const [name, args] of attempts)
    expect([name, (await call(client, name, args)).json.error.code]).toEqual([name, "not_found"]);
  expect((await call(client, "find_links", {})).json.data).toEqual([]);
  expect((await call(own, "get_link", { linkId })).json.data.name).toBe("Ours");
});

describe("the endpoint", () => {
  const ask = (headers: Record<string, string>, method = "POST") =>
    service.fetch("/mcp", {
      method,
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      ...(method === "POST" && { body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }) }),
    });

  test("accepts the key as a bearer token", async () => {
    const client = await connected(NOW, { Authorization: `Bearer ${key.key}` });
    expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
  });

  test.each<[string, Record<string, string>]>([
    ["none", {}],
    ["a damaged one", { "X-Service-API-Key": `${key.key.slice(0, -1)}!` }],
    ["another scheme", { Authorization: `Basic ${key.key}` }],
    ["an empty bearer", { Authorization: "Bearer " }],
  ])("rejects a key that is %s", async (_, headers) => {
    const response = await ask(headers);
    expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([401, expect.any(String)]);
  });

  test.each(["POST", "GET", "DELETE", "OPTIONS"])(
    "rejects %s from pages of other sites, with any key",
    async (method) => {
      for (const Origin of ["https://evil.example", "null", `${service.url.origin}.evil.example`]) {
        const refused = await ask({ ...as(key), Origin }, method);
        const { error } = (await refused.json()) as { error: { code: string } };
        expect([Origin, refused.status, error.code]).toEqual([Origin, 403, "origin_not_allowed"]);
      }
    },
  );

  test("accepts requests from its own pages", async () => {
    expect((await ask({ ...as(key), Origin: service.url.origin })).status).toBe(200);
  });

  test("accepts only POST", async () => {
    for (const method of ["GET", "DELETE"]) expect((await ask(as(key), method)).status).toBe(405);
  });

  test.each([
    ["no JSON", "{", "JSON"],
    ["nested too deep", "[".repeat(100), "64 levels"],
  ])("rejects a body that is %s", async (_, body, words) => {
    const { status, messages } = await postMessages(service, key, body);
    const error = { code: -32_700, message: expect.stringContaining(words) };
    expect([status, messages]).toEqual([400, [{ jsonrpc: "2.0", id: null, error }]]);
  });
});

test("no tool accesses keys, members, imports or shared reports", () => {
  expect(SCOPES.length).toBeGreaterThan(0);
  expect(
    TOOLS.map(({ name }) => name).filter((name) => /key|member|project|import|report/.test(name)),
  ).toEqual([]);
});
