import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { VARIANTS } from "../../src/features/retailers/variants.ts";
import type { Json } from "../requests.ts";
import { useService } from "../use-service.ts";
import { batchOf, postMessages } from "./messages.ts";

const service = await useService();
const key = await service.issueKey();

const CART = {
  projectId: "main",
  name: "Breakfast",
  retailer: "bigbox_w",
  intent: "add_to_cart",
  products: [{ retailerProductId: "10450114" }],
};

/** The JSON of a tool's result, and whether it is an error. */
async function call(name: string, args: object): Promise<{ isError: boolean; json: Json }> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const { messages } = await postMessages(service, key, JSON.stringify(message));
  const [{ result }] = messages;
  return { isError: result.isError ?? false, json: JSON.parse(result.content.at(-1).text) };
}

describe("the list of tools", () => {
  test("has at most 21 kB", async () => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const { text, messages } = await postMessages(service, key, JSON.stringify(message));
    expect(messages[0].result.tools.length).toBeGreaterThan(10);
    expect(text.length).toBeLessThan(21_000);
  });

  test("describes every argument", async () => {
    const { messages } = await postMessages(
      service,
      key,
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    );
    const silent = messages[0].result.tools.flatMap(({ name, inputSchema }: Json) =>
      Object.entries<Json>(inputSchema.properties ?? {}).flatMap(([argument, { description, $ref }]) =>
        (description ?? inputSchema.$defs?.[$ref?.split("/").at(-1)]?.description)
          ? []
          : [`${name}.${argument}`],
      ),
    );
    expect(silent).toEqual([]);
  });

  test("leaves the fields of a link to describe_link, which returns them with an example for each pair", async () => {
    for (const { retailer, intent } of VARIANTS) {
      const { schema, example } = (await call("describe_link", { retailer, intent })).json.data;
      const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
      expect([retailer, intent, fits(example)]).toEqual([retailer, intent, true]);
      expect(fits({ ...example, nope: 1 })).toBe(false);
      const { isError, json } = await call("create_link", { link: { ...example, projectId: "main" } });
      expect([isError, json]).toMatchObject([false, { data: { retailer, intent } }]);
    }
    const none = await call("describe_link", { retailer: "grocer_a", intent: "recipe" });
    expect(none.json.error.code).toBe("unsupported_retailer_intent");
  });
});

test("a call returns the base contract plus include; another include does not create a second link", async () => {
  const made = (await call("create_link", { link: CART })).json.data;
  const again = (await call("create_link", { link: CART, include: ["state"] })).json.data;
  expect(again).toEqual({ ...made, state: "running" });
  const plain = (await call("get_link", { linkId: made.id })).json.data;
  const { json } = await call("get_link", { linkId: made.id, include: ["state", "domain"] });
  expect(json.data).toEqual({ ...plain, state: "running", domain: service.url.host });
});

describe("many messages in one request", () => {
  test("return at most 4 MiB in total, with an error for each omitted result", async () => {
    const metadata = { text: "x".repeat(15_000) };
    for (let n = 0; n < 25; n++)
      await call("create_link", { link: { ...CART, name: `Large ${n}`, metadata } });
    const params = { name: "find_links", arguments: { q: "Large", limit: 25 } };
    const batch = batchOf(20, "tools/call", params);
    const { status, text, messages: results } = await postMessages(service, key, batch);
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(5 * 1024 ** 2);
    const rejected = results.filter(({ result }) => result.isError);
    expect([results.length, rejected.length > 10]).toEqual([20, true]);
    for (const { result } of rejected)
      expect(JSON.parse(result.content[0].text).error.code).toBe("payload_too_large");
  });
});
