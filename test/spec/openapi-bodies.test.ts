import { describe, expect, test } from "vitest";
import { linkBody, PAIRS } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { type ContractResponse, readContract } from "./openapi-contract.ts";

const service = await useService();
const full = await service.issueKey();
const { document, fits, answerAt } = await readContract(service);

describe("the body of POST /v1/links", () => {
  const accepts = (body: unknown) => fits(body, "components", "schemas", "CreateLinkRequest");

  test("is one of the variants", () => {
    const { schemas } = document.components;
    const pairs = schemas.CreateLinkRequest.oneOf.map(({ $ref }: Json) => {
      const { retailer, intent } = schemas[$ref.split("/").at(-1)].properties;
      return `${retailer.const} ${intent.const}`;
    });
    expect(pairs.toSorted()).toEqual([...PAIRS, "choice choose_retailer"].toSorted());
    expect(Object.keys(schemas).filter((name) => /instacart/i.test(name))).toEqual([]);
  });

  test.each(PAIRS)("%s: the schema accepts and rejects the same bodies as the service", async (pair) => {
    const product = { retailerProductId: "1" };
    const wrong: object[] = [
      { projectId: undefined },
      { projectId: "" },
      { name: "n".repeat(161) },
      { unknown: 1 },
      { retailer: "nobody" },
      { intent: "give_away" },
      { products: [] },
      { products: Array(101).fill(product) },
      { products: [{ ...product, quantity: 0 }] },
      { products: [{ ...product, quantity: 1.5 }] },
      { tracking: { tags: [""] } },
      { tracking: { linkValue: -1 } },
      { location: { zipCode: "12" } },
      { metadata: [] },
      { defaultQrCode: { identifier: "no_underscore" } },
      { options: { bigbox_w: { cartMode: "some" } } },
      { options: { elsewhere: {} } },
    ];
    expect(accepts(JSON.parse(JSON.stringify(linkBody(pair))))).toBe(true);
    for (const change of wrong) {
      const body = JSON.parse(JSON.stringify(linkBody(pair, change)));
      expect([change, accepts(body)]).toEqual([change, false]);
      expectError(await post(service, "/v1/links", body, full), 400, "validation_failed");
    }
  });

  test("an unsupported pair matches no variant", () => {
    expect(accepts({ ...linkBody("grocer_a product_detail"), intent: "add_to_cart" })).toBe(false);
  });
});

test("responses match the OpenAPI document", async () => {
  const { id } = expectLink(await post(service, "/v1/links", linkBody("bigbox_w add_to_cart"), full));
  const add = (body: object) => post(service, `/v1/links/${id}/qr-codes`, body, full);
  const ANSWERS: ContractResponse[] = [
    ["/v1/links", "post", await post(service, "/v1/links", linkBody(), full)],
    ["/v1/links", "post", await post(service, "/v1/links", {}, full)],
    ["/v1/links/bulk", "post", await post(service, "/v1/links/bulk", { links: [linkBody(), {}] }, full)],
    [
      "/v1/links/bulk",
      "post",
      await post(service, "/v1/links/bulk", { links: [linkBody()], dryRun: true }, full),
    ],
    ["/v1/links/bulk", "post", await post(service, "/v1/links/bulk", { links: [] }, full)],
    ["/v1/links", "get", await get(service, "/v1/links?limit=1&status=active", full)],
    ["/v1/links", "get", await get(service, "/v1/links?q=%25", full)],
    ["/v1/links/{linkId}", "get", await get(service, `/v1/links/${id}`, full)],
    ["/v1/links/{linkId}", "get", await get(service, "/v1/links/lnk_none", full)],
    [
      "/v1/links/preview",
      "post",
      await post(service, "/v1/links/preview", linkBody("delivery_app recipe"), full),
    ],
    ["/v1/links/preview", "post", await post(service, "/v1/links/preview", {}, full)],
    ["/v1/links/{linkId}/destination", "get", await get(service, `/v1/links/${id}/destination`, full)],
    ["/v1/links/{linkId}/qr-codes", "post", await add({ name: "Shelf", metadata: { a: [] } })],
    ["/v1/links/{linkId}/qr-codes", "post", await add({ identifier: "default" })],
    ["/v1/retailers", "get", await get(service, "/v1/retailers", full)],
    ["/v1/retailers", "get", await get(service, "/v1/retailers")],
    ["/v1/links/{linkId}/visits", "get", await get(service, `/v1/links/${id}/visits`, full)],
    ["/v1/visits", "get", await get(service, "/v1/visits?by=country", full)],
    ["/v1/visits", "get", await get(service, "/v1/visits?by=color", full)],
    ["/v1/sales", "get", await get(service, "/v1/sales", full)],
    ["/v1/sales", "get", await get(service, "/v1/sales?by=color", full)],
    ["/health", "get", await get(service, "/health")],
    ["/ready", "get", await get(service, "/ready")],
  ];
  for (const [path, method, { status, json, headers }] of ANSWERS) {
    const { response, place } = answerAt(path, method, status);
    expect([path, status, fits(json, ...place, "content", "application/json", "schema")]).toEqual([
      path,
      status,
      true,
    ]);
    if (json.error) expect(response["x-error-codes"]).toContain(json.error.code);
    for (const [name, header] of Object.entries<Json>(response.headers)) {
      if (header.required) expect([name, headers.has(name)]).toEqual([name, true]);
    }
  }
  expect(fits({ data: { id: "lnk_1" } }, "components", "schemas", "LinkResource")).toBe(false);
});

describe("patches", () => {
  const takes = (path: string, body: unknown) =>
    fits(body, "paths", path, "patch", "requestBody", "content", "application/merge-patch+json", "schema");

  test("accept null for optional fields at each level, and no immutable fields", async () => {
    const { id } = expectLink(await post(service, "/v1/links", linkBody("bigbox_w add_to_cart"), full));
    const path = "/v1/links/{linkId}";
    const good: object[] = [
      { publicName: null },
      { tracking: null },
      { tracking: { utm: { source: null }, tags: null, linkValue: null } },
      { options: { bigbox_w: { cartMode: null } } },
      { location: { zipCode: null }, metadata: null, fallbackUrl: null, customUrl: null },
      { products: [{ retailerProductId: "1" }], status: "inactive" },
    ];
    for (const patch of good) {
      expect([patch, takes(path, patch)]).toEqual([patch, true]);
      const { status } = await send(service, "PATCH", `/v1/links/${id}`, patch, full);
      expect([patch, status]).toEqual([patch, 200]);
    }
    const wrong: object[] = [
      { projectId: "other" },
      { defaultQrCode: null },
      { name: null },
      { status: null },
      { unknown: null },
      { tracking: { unknown: null } },
      { name: "\0" },
      { fallbackUrl: "ftp://example.com" },
      { fallbackUrl: "https://example.com/a b" },
      { fallbackUrl: "https:\\\\example.com" },
    ];
    for (const patch of wrong) {
      expect([patch, takes(path, patch)]).toEqual([patch, false]);
      const { status } = await send(service, "PATCH", `/v1/links/${id}`, patch, full);
      expect([patch, status]).toEqual([patch, 400]);
    }
  });

  test("of a code accept null for its metadata, not for its name", () => {
    const path = "/v1/links/{linkId}/qr-codes/{identifier}";
    expect(takes(path, { metadata: null })).toBe(true);
    expect(takes(path, { metadata: { size: null } })).toBe(true);
    expect(takes(path, { name: null })).toBe(false);
  });
});

describe("the rows of a bulk request", () => {
  const row = (value: unknown) => fits(value, "components", "schemas", "BulkRow");

  test("may be anything, because the service validates each row separately", async () => {
    const body = { links: [linkBody(), {}, null, "text", { projectId: 1 }] };
    expect(fits(body, "components", "schemas", "CreateLinksRequest")).toBe(true);
    const { status, json } = await post(service, "/v1/links/bulk", body, full);
    expect([status, json.data.map((each: Json) => each.status)]).toEqual([200, [201, 400, 400, 400, 400]]);
    expect(json.data.every(row)).toBe(true);
  });

  test("have a body that matches their status", () => {
    const error = { error: { code: "not_found", message: "", correlationId: "" } };
    expect(row({ status: 404, body: error })).toBe(true);
    expect(row({ status: 201, body: error })).toBe(false);
    expect(row({ status: 200, body: error })).toBe(false);
    expect(row({ status: 404, body: { data: {} } })).toBe(false);
  });
});

test("responses may get new enumeration values, but neither responses nor requests may get new properties", () => {
  const answers = (more: object, ofError: object = {}) => {
    const error = { code: "a_code_of_tomorrow", message: "", correlationId: "", ...ofError };
    return fits({ error, ...more }, "components", "schemas", "ErrorBody");
  };
  expect([answers({}), answers({ more: 1 }), answers({}, { more: 1 })]).toEqual([true, false, false]);
  expect(fits({ ...linkBody(), more: 1 }, "components", "schemas", "CreateLinkRequest")).toBe(false);
  expect(document.components.schemas.ErrorCode.enum).toContain("idempotency_conflict");
});

test("visits are either a series or a breakdown", () => {
  const numbers = { scans: 0, clicks: 0, robots: 0, previews: 0, visitors: null };
  const at = "2026-03-02T00:00:00.000Z";
  const told = { from: at, to: at, interval: "day", timeZone: "UTC", updatedAt: null, totals: numbers };
  const visits = (value: object) => fits({ ...told, ...value }, "components", "schemas", "VisitStatistics");
  expect(visits({ buckets: [{ start: at, ...numbers }] })).toBe(true);
  expect(visits({ rows: [{ key: "none", ...numbers }] })).toBe(true);
  expect(visits({})).toBe(false);
  expect(visits({ buckets: [], rows: [] })).toBe(false);
});
