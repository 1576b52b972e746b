import { beforeEach, describe, expect, test } from "vitest";
import { createLink } from "../../src/features/links/create-link.ts";
import { createLinks } from "../../src/features/links/create-links.ts";
import { restoreLink } from "../../src/features/links/restore-link.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import { RESERVED_BYTES } from "../../src/features/writes/quota-check.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { type Answer, get, post, type RequestOptions, send } from "../requests.ts";
import { expectRows, outcomesOf, sendRows } from "../spec/bulk.ts";
import { useService } from "../use-service.ts";
import { setQuotas } from "./quotas.ts";

const service = await useService();
const { DB } = service.env;

let number = 0;
/** A new organization for each test, and a key of it. */
let organization: string;
let key: RequestOptions;
beforeEach(async () => {
  organization = `quota-${++number}`;
  key = await service.issueKey({ organization });
});

const owner = () => memberOf("owner", organization);
const create = (more: RequestOptions = {}) => post(service, "/v1/links", linkBody(), { ...key, ...more });
const made = async () => expectLink(await create());
const patch = (id: string, body: object, more: RequestOptions = {}) =>
  send(service, "PATCH", `/v1/links/${id}`, body, { ...key, ...more });
const count = (sql: string, ...values: string[]) =>
  DB.prepare(sql)
    .bind(...values)
    .first<number>("n");
const links = () => count("SELECT count(*) AS n FROM links WHERE organization_id = ?1", organization);
const claims = () =>
  count("SELECT count(*) AS n FROM idempotency_claims WHERE organization_id = ?1", organization);
const stored = () =>
  count("SELECT stored_bytes AS n FROM organization_usage WHERE organization_id = ?1", organization);

const dependencies = () => ({
  ...dependenciesOf(service.env),
  origins: { shortLink: service.url.origin, api: service.url.origin, problem: null },
});

function expectQuota(answer: Answer, quota: string, uses: RegExp): void {
  const { message, details } = expectError(answer, 403, "quota_exceeded");
  expect(message).toMatch(uses);
  expect(details).toEqual([{ field: quota, message: expect.stringMatching(uses) }]);
}
const refused = (call: Promise<unknown>, quota: string) =>
  expect(call).rejects.toMatchObject({ code: "quota_exceeded", details: [{ field: quota }] });

describe("links of a day", () => {
  test("a create above the quota is 403 with usage and limit, and claims no key", async () => {
    await setQuotas(DB, organization, { linksPerDay: 2 });
    await made();
    await made();
    const answer = await create({ idempotencyKey: `key-${organization}` });
    expectQuota(answer, "linksPerDay", /2 of 2\b/);
    expect([await links(), await claims()]).toEqual([2, 0]);
    await setQuotas(DB, organization, { linksPerDay: 3 });
    expect((await create({ idempotencyKey: `key-${organization}` })).status).toBe(201);
    expect((await create({ idempotencyKey: `key-${organization}` })).headers.get("Idempotent-Replayed")).toBe(
      "true",
    );
  });

  test("the daily quota restarts every day, for single links and bulks", async () => {
    await setQuotas(DB, organization, { linksPerDay: 3 });
    const at = (time: string) => ({ ...dependencies(), now: () => new Date(time) });
    const alone = (time: string) =>
      createLink(owner(), { definition: parseDefinition(linkBody()), idempotency: null }, at(time));
    const many = async (time: string) => {
      const rows = Array.from({ length: 4 }, () => linkBody());
      const results = await createLinks(owner(), { rows, idempotency: null }, at(time));
      return results.map((result) => (result.kind === "rejected" ? String(result.error) : result.kind));
    };
    const full = expect.stringContaining("3 of 3 links created by the organization today");
    await alone("2026-11-21T23:59:59.000Z");
    expect(await many("2026-11-21T23:59:59.999Z")).toEqual(["made", "made", full, full]);
    await refused(alone("2026-11-21T23:59:59.999Z"), "linksPerDay");
    expect(await many("2026-11-22T00:00:00.000Z")).toEqual(["made", "made", "made", full]);
    await refused(alone("2026-11-22T23:59:59.999Z"), "linksPerDay");
    await alone("2026-11-23T00:00:00.000Z");
    expect(await links()).toBe(7);
  });

  test("of 30 concurrent creates, exactly the quota's number is made", async () => {
    await setQuotas(DB, organization, { linksPerDay: 7 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectQuota(answer, "linksPerDay", /7 of 7\b/);
    expect(await links()).toBe(7);
  });

  test("of concurrent bulks too; rows from the first above the quota are rejected", async () => {
    await setQuotas(DB, organization, { linksPerDay: 25 });
    const rows = Array.from({ length: 10 }, () => linkBody());
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendRows(service, rows, key)));
    const outcomes = answers.map((answer) => outcomesOf(expectRows(answer)));
    expect(outcomes.flat().filter((outcome) => outcome === "201")).toHaveLength(25);
    for (const each of outcomes) {
      const made = each.filter((outcome) => outcome === "201").length;
      expect(each).toEqual([...Array(made).fill("201"), ...Array(10 - made).fill("403 quota_exceeded")]);
    }
    expect(await links()).toBe(25);
  });
});

describe("stored bytes", () => {
  /** Leaves the organization so many bytes. */
  const leave = async (bytes: number) =>
    setQuotas(DB, organization, { storedBytes: ((await stored()) ?? 0) + bytes });

  test("creates, bulks and codes are 403 and write nothing; corrections still work", async () => {
    const link = await made();
    await leave(10);
    const metadata = { note: "x".repeat(200) };
    expectQuota(await create(), "storedBytes", /\d+ of \d+ .*this request needs \d+ more/);
    expect(outcomesOf(expectRows(await sendRows(service, [linkBody(), linkBody()], key)))).toEqual(
      Array(2).fill("403 quota_exceeded"),
    );
    const codes = `/v1/links/${link.id}/qr-codes`;
    expectQuota(await post(service, codes, {}, key), "storedBytes", /more/);
    expect((await patch(link.id, { metadata })).status).toBe(200);
    expect((await send(service, "PATCH", `${codes}/default`, { metadata }, key)).status).toBe(200);
    expect([await links(), await claims()]).toEqual([1, 0]);
    expect((await get(service, codes, key)).json.data).toHaveLength(1);
  });

  test("only switching off and revoking work beyond the reserve", async () => {
    const link = await made();
    await leave(10 - RESERVED_BYTES);
    const before = await stored();
    const metadata = { note: "x".repeat(200) };
    const idempotencyKey = `key-${organization}`;
    expectQuota(await create({ idempotencyKey }), "storedBytes", /this request needs \d+ more/);
    expect(outcomesOf(expectRows(await sendRows(service, [linkBody(), linkBody()], key)))).toEqual(
      Array(2).fill("403 quota_exceeded"),
    );
    expectQuota(await patch(link.id, { metadata }, { idempotencyKey }), "storedBytes", /more/);
    const codes = `/v1/links/${link.id}/qr-codes`;
    expectQuota(await post(service, codes, { metadata }, { ...key, idempotencyKey }), "storedBytes", /more/);
    expectQuota(await post(service, codes, {}, key), "storedBytes", /more/);
    const change = await send(service, "PATCH", `${codes}/default`, { metadata }, { ...key, idempotencyKey });
    expectQuota(change, "storedBytes", /more/);
    expect([await links(), await claims(), await stored()]).toEqual([1, 0, before]);
    expect((await get(service, `/v1/links/${link.id}/history`, key)).json.data).toHaveLength(1);
    expect((await get(service, codes, key)).json.data).toHaveLength(1);
    expect((await get(service, `/v1/links/${link.id}`, key)).status).toBe(200);
  });

  test("the counted bytes match concurrent creates, patches and codes", async () => {
    const link = await made();
    await leave(20_000);
    const allowed = ((await stored()) ?? 0) + 20_000;
    const answers = await Promise.all([
      ...Array.from({ length: 15 }, () => create()),
      ...Array.from({ length: 15 }, (_, index) =>
        patch(link.id, { metadata: { note: `${index} ${"x".repeat(500)}` } }),
      ),
      ...Array.from({ length: 15 }, () =>
        post(service, `/v1/links/${link.id}/qr-codes`, { metadata: { n: "x".repeat(500) } }, key),
      ),
    ]);
    // Which of them come first is the machine's business: patches of one link wait for each other.
    const statuses = new Set(answers.map(({ status }) => status));
    expect([200, 201, 403]).toEqual(expect.arrayContaining([...statuses]));
    expect([...statuses]).toEqual(expect.arrayContaining([201, 403]));
    for (const answer of answers.filter(({ status }) => status === 403))
      expectQuota(answer, "storedBytes", /more/);
    const after = (await stored()) ?? 0;
    // Patches may go beyond the quota; each of them takes about 2 kB.
    expect(after).toBeLessThanOrEqual(allowed + 15 * 3_000);
    expect(after).toBeGreaterThan(allowed - 3_000);
  });

  test("a stored response counts for its 24 hours", async () => {
    await create();
    const before = (await stored()) ?? 0;
    await create();
    const plain = ((await stored()) ?? 0) - before;
    await create({ idempotencyKey: `key-${organization}` });
    const kept = ((await stored()) ?? 0) - before - 2 * plain;
    expect(kept).toBeGreaterThan(500);
    await service.scheduled("* * * * *", new Date(Date.now() + 24 * 3_600_000 + 60_000));
    expect(((await stored()) ?? 0) - before).toBe(2 * plain);
    expect(await claims()).toBe(0);
  });

  test("restoring a version requires quota", async () => {
    const link = await made();
    expect((await patch(link.id, { name: "Renamed" })).status).toBe(200);
    await leave(-RESERVED_BYTES);
    const found = await dependencies().links.find(link.id);
    if (!found) throw new Error("no link");
    const idempotency = {
      scope: `u${organization}`.padEnd(64, "u"),
      fingerprint: "f".repeat(64),
      organizationId: service.organization,
      receipt: () => "",
    };
    const undo = () =>
      restoreLink(
        owner(),
        { linkId: link.id, version: 1, revision: found.revision, idempotency },
        dependencies(),
      );
    await refused(undo(), "storedBytes");
    await setQuotas(DB, organization, {});
    expect(madeBy(await undo()).link.name).toBe(linkBody().name);
  });
});

describe("codes of a link", () => {
  test("of 20 concurrent codes, the quota's number is created, including the default code", async () => {
    const link = await made();
    await setQuotas(DB, organization, { codesPerLink: 6 });
    const codes = `/v1/links/${link.id}/qr-codes`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(
          service,
          codes,
          {},
          { ...key, ...(index % 2 === 0 && { idempotencyKey: `code-${organization}-${index}` }) },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectQuota(answer, "codesPerLink", /6 of 6\b/);
    expect((await get(service, `${codes}?limit=100`, key)).json.data).toHaveLength(6);
    expect(await count("SELECT revision AS n FROM links WHERE id = ?1", link.id)).toBe(6);
  });
});
