import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { app } from "../../src/app.ts";
import { ERROR_STATUS } from "../../src/platform/error-status.ts";
import { linkBody, PAIRS } from "../bodies.ts";
import { expectApiHeaders, expectLink } from "../expectations.ts";
import { type Answer, get, type Json, post } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const full = await service.issueKey();
const answer = await get(service, "/openapi.json");
expect(answer.status).toBe(200);
expectApiHeaders(answer);
expect(answer.headers.get("Content-Type")).toBe("application/json");
const document = answer.json;
const ajv = new Ajv2020({ strict: false, validateFormats: false, schemas: { api: document } });

/** Whether `value` is what the schema at this place of the document describes. */
function fits(value: unknown, ...place: (string | number)[]): boolean {
  const pointer = place.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1"));
  return ajv.validate(`api#/${pointer.map(encodeURIComponent).join("/")}`, value);
}

const operations = (): [string, string, Json][] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, string, Json] => [path, method, operation]),
  );

describe("the document", () => {
  test("is valid OpenAPI 3.1, version 1.0.0 of the interface", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect([result.valid, result.errors]).toEqual([true, undefined]);
    expect(validator.version).toBe("3.1");
    expect(document.info).toMatchObject({ title: "shoppable-links", version: "1.0.0" });
  });

  test("every reference leads somewhere, and every component is used", () => {
    const text = JSON.stringify(document);
    const used = new Set(Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, pointer]) => pointer));
    const { responses, schemas } = document.components;
    const there = [
      ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
    ];
    expect([...used].sort()).toEqual(there.sort());
    expect(text).not.toContain("$defs");
  });

  test("names every route of the API with its method, and no others", () => {
    /** For people and browsers, not for API clients; and images, whose formats share a route. */
    const pages = ["/qr/", "/lists/", "/dashboard", "/assets/", "/shared/", "/openapi.json"];
    const routes = app.routes
      .filter(
        ({ method, path }) =>
          method !== "ALL" && path !== "/" && !pages.some((page) => path.startsWith(page)),
      )
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
    const described = operations()
      .filter(([path]) => !path.startsWith("/qr/"))
      .map(([path, method]) => `${method.toUpperCase()} ${path}`);
    expect(described.sort()).toEqual([...new Set(routes)].sort());
  });

  test("each operation has an id of its own, a tag of the list, a summary, and parameters that say what they are", () => {
    const ids = operations().map(([, , operation]) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }: Json) => name);
    for (const [path, , operation] of operations()) {
      expect(operation.summary).toMatch(/\w/);
      expect(tags).toContain(operation.tags[0]);
      const parameters: Json[] = operation.parameters ?? [];
      const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
      expect(inPath).toEqual(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name));
      const secured = path.startsWith("/v1/");
      expect(operation.security).toEqual(secured ? undefined : []);
      if (secured) expect(parameters.map(({ name }) => name)).toContain("X-Correlation-ID");
    }
  });

  test("describes every error code but 405, which no operation answers", () => {
    const text = JSON.stringify(document.components.responses);
    for (const [code, status] of Object.entries(ERROR_STATUS)) {
      expect([code, text.includes(`\`${code}\``)]).toEqual([code, status !== 405]);
    }
  });

  test.each([
    ["/v1/links", "post", "201 400 401 403 409 413 415 422 429 500 503"],
    ["/v1/links/bulk", "post", "200 400 401 403 409 413 415 429 500 503"],
    ["/v1/links", "get", "200 400 401 403 429 500 503"],
    ["/v1/links/preview", "post", "200 400 401 403 413 415 422 429 500 503"],
    ["/v1/links/{linkId}", "get", "200 400 401 403 404 429 500 503"],
    ["/v1/links/{linkId}/destination", "get", "200 400 401 403 404 429 500 503"],
    ["/v1/links/{linkId}/qr-codes", "post", "201 400 401 403 404 409 413 415 429 500 503"],
    ["/v1/retailers", "get", "200 400 401 429 500 503"],
    ["/v1/links/{linkId}/visits", "get", "200 400 401 403 404 429 500 503"],
    ["/v1/visits", "get", "200 400 401 403 404 429 500 503"],
    ["/qr/{qrCodeId}.svg", "get", "200 304 400 404 429 500 503"],
    ["/qr/{qrCodeId}.eps", "get", "200 304 400 404 429 500 503"],
    ["/health", "get", "200"],
    ["/ready", "get", "200 503"],
  ])("%s %s: %s", (path, method, statuses) => {
    expect(Object.keys(document.paths[path][method].responses).join(" ")).toBe(statuses);
  });
});

test("visits are described as CSV too, and Accept is no parameter", () => {
  for (const path of ["/v1/visits", "/v1/links/{linkId}/visits"]) {
    const { responses, parameters } = document.paths[path].get;
    expect(Object.keys(responses[200].content)).toEqual(["application/json", "text/csv"]);
    expect(parameters.map(({ name }: Json) => name.toLowerCase())).not.toContain("accept");
  }
});

test.each([
  ["svg", "image/svg+xml", [64, 4096]],
  ["png", "image/png", [64, 4096]],
  ["pdf", "application/pdf", [10, 1000]],
  ["eps", "application/postscript", [10, 1000]],
])("design: images as %s are %s, with the bounds of their size", (format, mediaType, [least, most]) => {
  const { description, parameters, responses } = document.paths[`/qr/{qrCodeId}.${format}`].get;
  expect(description).toContain("Parameters other than these are ignored");
  expect(Object.keys(responses[200].content)).toEqual([mediaType]);
  const names = parameters.map(({ name }: Json) => name);
  expect(names).toEqual(["qrCodeId", "size", "level", "color", "background", "quietZone"]);
  expect(parameters[1].schema).toMatchObject({ type: "integer", minimum: least, maximum: most });
  expect(parameters[2].schema).toMatchObject({ enum: ["L", "M", "Q", "H"], default: "M" });
  expect(parameters[5].schema).toMatchObject({ type: "integer", minimum: 2, maximum: 16, default: 4 });
});

describe("the body of POST /v1/links", () => {
  const accepts = (body: unknown) => fits(body, "components", "schemas", "CreateLinkRequest");

  test("is one of the eleven variants", () => {
    const { oneOf } = document.components.schemas.CreateLinkRequest;
    const pairs = oneOf.map(({ $ref }: Json) => {
      const { retailer, intent } = document.components.schemas[$ref.split("/").at(-1)].properties;
      return `${retailer.const} ${intent.const}`;
    });
    expect(pairs.sort()).toEqual(PAIRS.toSorted());
  });

  test.each(PAIRS)("%s: what the service takes fits, what it refuses does not", async (pair) => {
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
      expect([400, 422]).toContain((await post(service, "/v1/links", body, full)).status);
    }
  });

  test("an unsupported pair fits none", () => {
    expect(accepts({ ...linkBody("grocer_a product_detail"), intent: "add_to_cart" })).toBe(false);
  });
});

test("what the service answers is what the document says", async () => {
  const { id } = expectLink(await post(service, "/v1/links", linkBody("bigbox_w add_to_cart"), full));
  const add = (body: object) => post(service, `/v1/links/${id}/qr-codes`, body, full);
  const ANSWERS: [string, string, Answer][] = [
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
    ["/health", "get", await get(service, "/health")],
    ["/ready", "get", await get(service, "/ready")],
  ];
  for (const [path, method, { status, json, headers }] of ANSWERS) {
    const response = document.paths[path][method].responses[status];
    const place = response.$ref
      ? response.$ref.slice(2).split("/")
      : ["paths", path, method, "responses", status];
    expect([path, status, fits(json, ...place, "content", "application/json", "schema")]).toEqual([
      path,
      status,
      true,
    ]);
    const described = response.$ref ? document.components.responses[`Error${status}`] : response;
    for (const [name, header] of Object.entries<Json>(described.headers)) {
      if (header.required) expect([name, headers.has(name)]).toEqual([name, true]);
    }
  }
  expect(fits({ data: { id: "lnk_1" } }, "components", "schemas", "LinkResource")).toBe(false);
});
