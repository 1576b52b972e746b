import { beforeAll, describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { linkBody, PAIRS } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { type SharedService, useService } from "../use-service.ts";
import { expectRows, madeLink, outcomesOf, sendRows } from "./bulk.ts";
import { storedIn } from "./stored.ts";

let service: SharedService;
let full: IssuedKey;
/** A key that may only create custom links in the project "shop". */
let poor: IssuedKey;
beforeAll(async () => {
  service = await useService({}, "acme");
  full = await service.issueKey({ createProjects: ["main", "shop"] });
  poor = await service.issueKey({ projects: ["shop"], scopes: ["links:write", "retailers:custom"] });
});

const custom = (changes: object = {}) => linkBody("custom custom_url", changes);
const names = async (): Promise<string[]> =>
  (await service.env.DB.prepare("SELECT name FROM links ORDER BY id").all<{ name: string }>()).results.map(
    ({ name }) => name,
  );

/** Rows that each violate a different rule. */
const WRONG: [string, unknown][] = [
  ["nothing", null],
  ["a text", "row"],
  ["a number", 7],
  ["a list", [custom()]],
  ["an empty object", {}],
  ["an unknown property", custom({ customURL: "https://example.com/" })],
  ["several problems", custom({ name: "", customUrl: "/here", tracking: { tags: [1] } })],
  ["an unsupported pair", { ...linkBody("grocer_a product_detail"), intent: "add_to_cart" }],
  ["an unknown retailer", custom({ retailer: "corner_shop" })],
  ["a forbidden URL", custom({ customUrl: "https://user:pass@example.com/" })],
  ["a missing project", custom({ projectId: "absent" })],
];
/** The same, and one that points to the service itself. */
const wrong = (): [string, unknown][] => [
  ...WRONG,
  ["our own URL", custom({ fallbackUrl: new URL("/x", service.url).href })],
];

describe("design: each row of a bulk request gets the response of a single creation", () => {
  test("valid rows of every variant: 201 and the link as a single creation returns it", async () => {
    const bodies = PAIRS.map((pair) => linkBody(pair, { name: `bulk ${pair}`, publicName: "Public" }));
    const rows = expectRows(await sendRows(service, bodies, full));
    expect(rows).toHaveLength(PAIRS.length);
    for (const [index, row] of rows.entries()) {
      const made = madeLink(row);
      const alone = expectLink(await post(service, "/v1/links", bodies[index], full));
      expect(Object.keys(made)).toEqual(Object.keys(alone));
      const { projectId, name, publicName, retailer, intent, status } = alone;
      expect(made).toMatchObject({ projectId, name, publicName, retailer, intent, status });
      const [read, readAlone] = [
        expectLink(await get(service, `/v1/links/${made.id}`, full), 200),
        expectLink(await get(service, `/v1/links/${alone.id}`, full), 200),
      ];
      const { urlType, products } = readAlone;
      expect({ urlType: read.urlType, products: read.products }).toEqual({ urlType, products });
      expect(read).toMatchObject(made);
      const [visit, visitAlone] = [
        await get(service, `/${made.shortId}`),
        await get(service, `/${alone.shortId}`),
      ];
      expect(visit.status).toBe(302);
      const target = (location: string | null) =>
        location?.replace(made.shortId, "?").replace(alone.shortId, "?");
      expect(target(visit.headers.get("Location"))).toBe(target(visitAlone.headers.get("Location")));
      const history = await get(service, `/v1/links/${made.id}/history`, full);
      expect(history.json.data).toMatchObject([{ version: 1, changes: [], actor: { id: full.id } }]);
    }
  });

  test("invalid rows get their own errors, and the valid ones are created", async () => {
    const before = (await names()).length;
    const bodies = wrong().flatMap(([name, body]) => [custom({ name: `beside ${name}` }), body]);
    const answer = await sendRows(service, bodies, {
      key: full.key,
      headers: { "X-Correlation-ID": "caller-0001" },
    });
    const rows = expectRows(answer);
    for (const [index, [name, body]] of wrong().entries()) {
      expect(madeLink(rows[2 * index]).name).toBe(`beside ${name}`);
      const row = rows[2 * index + 1];
      const alone = await post(service, "/v1/links", JSON.stringify(body), {
        key: full.key,
        headers: { "X-Correlation-ID": "caller-0001" },
      });
      expect([name, row?.status, row?.body]).toEqual([name, alone.status, alone.json]);
    }
    expect((await names()).slice(before)).toEqual(wrong().map(([name]) => `beside ${name}`));
  });

  test("scopes and projects are checked for each row", async () => {
    const rows = [
      custom({ projectId: "shop" }),
      custom({ projectId: "main" }),
      linkBody("bigbox_w add_to_cart", { projectId: "shop" }),
      custom({ projectId: "absent" }),
    ];
    expect(outcomesOf(expectRows(await sendRows(service, rows, poor)))).toEqual([
      "201",
      "403 project_access_denied",
      "403 insufficient_scope",
      "403 project_access_denied",
    ]);
  });

  test("a row for another organization's project gets the error of a missing project and creates nothing", async () => {
    const globex = await service.issueKey({ organization: "globex", createProjects: ["theirs"] });
    const rows = expectRows(
      await sendRows(service, [custom({ projectId: "theirs" }), custom({ projectId: "absent" })], full),
    );
    const [theirs, absent] = rows.map(({ status, body }) => ({ status, body }));
    expect(theirs).toEqual(absent);
    expect(outcomesOf(rows)[0]).toBe("403 project_access_denied");
    const [own] = expectRows(await sendRows(service, [custom({ projectId: "theirs" })], globex));
    expectError(await get(service, `/v1/links/${madeLink(own).id}`, full), 404, "not_found");
  });

  test("rows for an archived project are rejected, the others are created", async () => {
    await service.issueKey({ createProjects: ["old"] });
    await service.env.DB.prepare("UPDATE projects SET archived_at = created_at WHERE id = 'old'").run();
    const rows = [custom({ projectId: "old" }), {}, custom()];
    const outcomes = ["403 project_access_denied", "400 validation_failed", "201"];
    expect(outcomesOf(expectRows(await sendRows(service, rows, full)))).toEqual(outcomes);
    const dry = expectRows(await sendRows(service, rows, full, { dryRun: true }));
    expect(outcomesOf(dry)).toEqual([...outcomes.slice(0, 2), "200"]);
  });

  test("without a valid row, every row has its error and nothing is written", async () => {
    const before = await storedIn(service);
    const rows = expectRows(
      await sendRows(
        service,
        wrong().map(([, body]) => body),
        { ...full, idempotencyKey: "bulk-nothing-good" },
      ),
    );
    expect(rows.every(({ status }) => status >= 400 && status < 500)).toBe(true);
    expect(await storedIn(service)).toEqual(before);
  });
});

describe("design: an invalid bulk request is rejected as a whole and writes nothing", () => {
  const many = (count: number) => Array.from({ length: count }, () => custom());
  const BAD: [string, Json, string[]][] = [
    ["101 rows", { links: many(101) }, ["links"]],
    ["10,000 rows", { links: many(10_000) }, ["links"]],
    ["100,000 rows that are no objects", { links: Array.from({ length: 100_000 }, () => 0) }, ["links"]],
    ["no row", { links: [] }, ["links"]],
    ["no links", {}, ["links"]],
    ["links that are an object", { links: { 0: custom() } }, ["links"]],
    ["links that are a string", { links: "all" }, ["links"]],
    ["links that are null", { links: null }, ["links"]],
    ["the body of one link", custom(), ["links", "projectId"]],
    ["an unknown property", { links: many(1), dryrun: true }, ["dryrun"]],
    ["a dryRun that is a string", { links: many(1), dryRun: "false" }, ["dryRun"]],
    ["a dryRun that is null", { links: many(1), dryRun: null }, ["dryRun"]],
  ];
  test.each(BAD)("%s", async (_name, body, fields) => {
    const before = await storedIn(service);
    const answer = await post(service, "/v1/links/bulk", body, { ...full, idempotencyKey: "bulk-refused" });
    const { details } = expectError(answer, 400, "validation_failed");
    expect(details?.map(({ field }) => field)).toEqual(expect.arrayContaining(fields));
    expect(await storedIn(service)).toEqual(before);
  });

  test("a list as body is invalid, and broken JSON is malformed", async () => {
    expectError(await post(service, "/v1/links/bulk", [custom()], full), 400, "validation_failed");
    expectError(await post(service, "/v1/links/bulk", '{"links":[', full), 400, "malformed_request");
  });

  test("a missing key and a key without the write scope are rejected", async () => {
    expectError(await sendRows(service, many(1)), 401, "unauthorized");
    const reader = await service.issueKey({ scopes: ["links:read", "retailers:custom"] });
    expectError(await sendRows(service, many(1), reader), 403, "insufficient_scope");
  });
});

describe("design: a dry run", () => {
  test("previews valid rows, rejects the others like a creation, writes nothing and uses no key", async () => {
    const before = await storedIn(service);
    const good = linkBody("bigbox_w add_to_cart");
    const bodies = [good, ...wrong().map(([, body]) => body), linkBody("delivery_app recipe")];
    const options = { key: full.key, idempotencyKey: "bulk-dry-run" };
    const dry = await sendRows(service, bodies, options, { dryRun: true });
    const rows = expectRows(dry);
    const alone = await post(service, "/v1/links/preview", good, full);
    expect(rows[0]).toEqual({ status: 200, body: alone.json });
    expect(rows.at(-1)).toMatchObject({ status: 200, body: { data: { destination: null } } });
    expect(await storedIn(service)).toEqual(before);
    const real = expectRows(await sendRows(service, bodies, options));
    const refusals = (all: typeof rows) => outcomesOf(all).slice(1, -1);
    expect(refusals(real)).toEqual(refusals(rows));
    expect(outcomesOf(real).filter((outcome) => outcome === "201")).toHaveLength(2);
    const [again] = expectRows(await sendRows(service, bodies, options, { dryRun: true }));
    expect(again?.status).toBe(200);
  });

  test("with dryRun false, rows are created", async () => {
    const [row] = expectRows(await sendRows(service, [custom()], full, { dryRun: false }));
    madeLink(row);
  });
});

test("100 rows are created in order with distinct ids, and redirect without D1", async () => {
  const bodies = Array.from({ length: 100 }, (_, index) => custom({ name: `row ${index}` }));
  const links = expectRows(await sendRows(service, bodies, full)).map(madeLink);
  expect(links.map(({ name }) => name)).toEqual(bodies.map(({ name }) => name));
  expect(new Set(links.map(({ id }) => id)).size).toBe(100);
  expect(new Set(links.map(({ shortId }) => shortId)).size).toBe(100);
  for (const { shortId } of links) {
    await expect.poll(() => service.env.LINKS.get(redirectKey(shortId))).not.toBeNull();
  }
});
