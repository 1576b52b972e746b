import { beforeEach, describe, expect, test } from "vitest";
import { madeBy } from "../../src/idempotency/claim.ts";
import { changeLinks } from "../../src/links/change-links.ts";
import { restoreLink } from "../../src/links/restore-link.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf, setStatus } from "../dependencies.ts";
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
/** What is counted for the organization: its own row, and links that are not added to it yet. */
const stored = () =>
  count(
    `SELECT (SELECT coalesce(sum(stored_bytes), 0) FROM organization_usage WHERE organization_id = ?1)
       + (SELECT coalesce(sum(bytes), 0) FROM links
          WHERE organization_id = ?1 AND rowid > (SELECT last_link_rowid FROM usage_state)) AS n`,
    organization,
  );

function expectQuota(answer: Answer, quota: string, uses: RegExp): void {
  const { message, details } = expectError(answer, 403, "quota_exceeded");
  expect(message).toMatch(uses);
  expect(details).toEqual([{ field: quota, message: expect.stringMatching(uses) }]);
}
const refused = (call: Promise<unknown>, quota: string) =>
  expect(call).rejects.toMatchObject({ code: "quota_exceeded", details: [{ field: quota }] });

describe("links of a day", () => {
  test("a create above the quota is 403 with what is used and allowed, claims no key, and the next day is another", async () => {
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
    await DB.prepare("UPDATE links SET created_at = '2026-01-01T00:00:00.000Z' WHERE organization_id = ?1")
      .bind(organization)
      .run();
    expect((await create()).status).toBe(201);
  });

  test("of 30 creates at once, just as many are made as the quota has", async () => {
    await setQuotas(DB, organization, { linksPerDay: 7 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectQuota(answer, "linksPerDay", /7 of 7\b/);
    expect(await links()).toBe(7);
  });

  test("of bulks at once too; the rows from the first that does not fit on are refused", async () => {
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

  test("links count also after they were added up", async () => {
    await setQuotas(DB, organization, { linksPerDay: 3 });
    await made();
    await service.scheduled("* * * * *", new Date());
    await made();
    await service.scheduled("* * * * *", new Date());
    await made();
    expectQuota(await create(), "linksPerDay", /3 of 3\b/);
  });
});

describe("stored bytes", () => {
  /** Leaves the organization so many bytes. */
  const leave = async (bytes: number) =>
    setQuotas(DB, organization, { storedBytes: ((await stored()) ?? 0) + bytes });

  test("a create, a bulk, a patch, a code and its change are 403, and write nothing", async () => {
    const link = await made();
    await leave(10);
    const before = await stored();
    const metadata = { note: "x".repeat(200) };
    const idempotencyKey = `key-${organization}`;
    expectQuota(await create({ idempotencyKey }), "storedBytes", /\d+ of \d+ .*this needs \d+ more/);
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

  test("what was counted is the sum of what was allowed, of creates, patches and codes at once", async () => {
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
    expect(after).toBeLessThanOrEqual(allowed);
    expect(after).toBeGreaterThan(allowed - 3_000);
  });

  test("an answer that is kept for repeats counts for its 24 hours", async () => {
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

  test("a job is refused by none: it changes where links lead", async () => {
    const link = await made();
    await leave(0);
    const dependencies = {
      ...dependenciesOf(service.env),
      origins: { shortLink: service.url.origin, api: service.url.origin, problem: null },
    };
    const input = {
      linkIds: [link.id],
      change: { kind: "status", status: "inactive" } as const,
      idempotencyOf: async () => ({
        ...{ scope: "s".repeat(64), fingerprint: "f".repeat(64), organizationId: service.organization },
        receipt: () => "",
      }),
    };
    expect(await changeLinks(owner(), input, dependencies)).toEqual([
      { linkId: link.id, error: "quota_exceeded" },
    ]);
    await setStatus(service.env, link.id, "inactive");
    expect((await get(service, `/v1/links/${link.id}`, key)).json.data.status).toBe("inactive");
  });

  test("an earlier version is restored only where there is room", async () => {
    const link = await made();
    expect((await patch(link.id, { name: "Renamed" })).status).toBe(200);
    await leave(0);
    const dependencies = {
      ...dependenciesOf(service.env),
      origins: { shortLink: service.url.origin, api: service.url.origin, problem: null },
    };
    const found = await dependencies.links.find(link.id);
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
        dependencies,
      );
    await refused(undo(), "storedBytes");
    await setQuotas(DB, organization, {});
    expect(madeBy(await undo()).link.name).toBe(linkBody().name);
  });
});

describe("codes of a link", () => {
  test("of 20 codes at once, just as many are made as the quota has, the default one included", async () => {
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
