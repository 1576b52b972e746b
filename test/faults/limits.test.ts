import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newApiKey } from "../../src/features/access/api-key.ts";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { type Answer, get, post } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { READS } from "./faults.ts";

const LIMIT = 20;
/** Windows follow the wall clock: requests may fall into three of them, each with its own allowance. */
const MAX_READS = 5 * LIMIT;
const MANY = 150;

let service: Service;
let key: string;
beforeAll(async () => {
  const ratelimits = ["API_RATE_LIMIT", "AUTHENTICATION_RATE_LIMIT", "UNKNOWN_LINK_RATE_LIMIT"].map(
    (name, index) => ({
      name,
      namespace_id: String(index),
      simple: { limit: name === "API_RATE_LIMIT" ? 100_000 : LIMIT, period: 60 },
    }),
  );
  service = await startService({ config: { main: "test/faults/counting-worker.ts", ratelimits } });
  ({ key } = await service.issueKey());
});
afterAll(() => service.close());

const from = (address: string) => ({ "CF-Connecting-IP": address });
const readsSince = async (): Promise<Record<string, number>> =>
  (await get(service, "/", { headers: { [READS]: "1" } })).json;

const idOf = (number: number) =>
  number
    .toString(36)
    .replace(/[ilou]/g, "0")
    .padStart(8, "x");

/** Sends `MANY` requests one after the other and returns their responses and their reads. */
async function sendMany(send: (number: number) => Promise<Answer>) {
  await readsSince();
  const answers: Answer[] = [];
  for (let number = 0; number < MANY; number++) answers.push(await send(number));
  return { answers, reads: await readsSince() };
}

function expectLimited(answers: Answer[], otherwise: number): void {
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([otherwise, 429]));
  expect(statuses.filter((status) => status === otherwise).length).toBeGreaterThanOrEqual(LIMIT);
  for (const { status, headers } of answers)
    if (status === 429) expect(headers.get("Retry-After")).toBe("60");
}

describe("design: a client with a recent failure is counted before anything is read for it", () => {
  test("of unknown short ids: D1 is queried within the limit, and KV has the known links", async () => {
    const headers = from("192.0.2.1");
    const { answers, reads } = await sendMany((number) => get(service, `/${idOf(number)}`, { headers }));
    expectLimited(answers, 404);
    // A miss may query a replica and then the primary.
    expect(reads.DB).toBeLessThanOrEqual(2 * MAX_READS);
    expect(reads.LINKS).toBeLessThanOrEqual(MANY);
    const { shortId, id } = expectLink(await post(service, "/v1/links", linkBody(), { key }));
    await expect.poll(() => service.env.LINKS.get(redirectKey(shortId))).toContain(id);
    for (const path of [`/${shortId}`, `/${shortId}?qr=default`])
      expect((await get(service, path, { headers })).status).toBe(302);
  });

  test("and successes do not count, even after failures", async () => {
    const headers = from("192.0.2.5");
    expect((await get(service, "/zzzzzzz9", { headers })).status).toBe(404);
    for (let number = 0; number < 2 * LIMIT; number++) {
      const { shortId } = expectLink(await post(service, "/v1/links", linkBody(), { key }));
      await expect.poll(() => service.env.LINKS.get(redirectKey(shortId))).not.toBeNull();
      // Without a copy in KV, a client over the limit would not be redirected.
      await service.env.LINKS.delete(redirectKey(shortId));
      expect((await get(service, `/${shortId}`, { headers })).status).toBe(302);
    }
  });

  test("with well-formed unknown keys, while keys that this isolate knows keep working", async () => {
    const headers = from("192.0.2.2");
    const ask = (text: string) => get(service, "/v1/retailers", { key: text, headers });
    const keys = await Promise.all(Array.from({ length: MANY }, () => newApiKey()));
    const { answers, reads } = await sendMany((number) => ask(keys[number]?.key ?? ""));
    expectLimited(answers, 401);
    expect(reads.DB).toBeLessThanOrEqual(MAX_READS);
    for (const answer of answers.slice(-3))
      if (answer.status === 429) expectError(answer, 429, "rate_limited");
    // Another client makes the isolate cache the key.
    await get(service, "/v1/retailers", { key });
    expect((await ask(key)).status).toBe(200);
  });

  test("lists", async () => {
    const headers = { ...from("192.0.2.3"), Accept: "text/html" };
    const { answers, reads } = await sendMany((number) =>
      get(service, `/lists/${idOf(number)}`, { headers }),
    );
    expectLimited(answers, 404);
    expect(reads.DB).toBeLessThanOrEqual(MAX_READS);
    const last = answers.findLast(({ status }) => status === 429);
    expect(last?.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  });

  test("images of QR codes", async () => {
    const headers = from("192.0.2.4");
    const { answers, reads } = await sendMany((number) =>
      get(service, `/qr/qr_lnk_${idOf(number).repeat(3)}_default.svg`, { headers }),
    );
    expectLimited(answers, 404);
    expect(reads.DB).toBeLessThanOrEqual(MAX_READS);
    expect(reads.QR_IMAGES).toBeLessThanOrEqual(MAX_READS);
  });

  test("for an IPv6 network as one client, and another network separately", async () => {
    const { answers } = await sendMany((number) =>
      get(service, `/lists/${idOf(number)}`, { headers: from(`2001:db8:0:7::${number.toString(16)}`) }),
    );
    expectLimited(answers, 404);
    const other = await get(service, "/lists/00000000", { headers: from("2001:db8:0:8::1") });
    expect(other.status).toBe(404);
  });
});

test("design: /ready queries the database at most once a second", async () => {
  const started = Date.now();
  const { answers, reads } = await sendMany(() => get(service, "/ready"));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(reads.DB).toBeLessThanOrEqual(Math.ceil((Date.now() - started) / 1_000) + 1);
});

describe("design: a list comes from Cloudflare's cache for 30 s", () => {
  test("with the remaining time, and a deactivated list disappears after that", async () => {
    const link = expectLink(await post(service, "/v1/links", linkBody("delivery_app recipe"), { key }));
    const first = await get(service, `/lists/${link.shortId}`);
    expect(first.headers.get("Cache-Control")).toBe("public, max-age=30");
    const read = async () => {
      await readsSince();
      const answer = await get(service, `/lists/${link.shortId}?utm_source=x`);
      return { answer, reads: await readsSince() };
    };
    await expect.poll(async () => (await read()).reads.DB).toBeUndefined();
    const { answer } = await read();
    expect([answer.status, answer.text]).toEqual([200, first.text]);
    const [, left] = /^public, max-age=(\d+)$/.exec(answer.headers.get("Cache-Control") ?? "") ?? [];
    expect(Number(left)).toBeLessThan(30);
    expect(answer.headers.get("Content-Security-Policy")).toBe(first.headers.get("Content-Security-Policy"));
    expect(answer.headers.get("X-Correlation-ID")).not.toBe(first.headers.get("X-Correlation-ID"));
    expect(answer.headers.has("X-Made-At")).toBe(false);
  });
});
