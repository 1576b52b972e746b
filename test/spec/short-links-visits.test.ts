import { beforeAll, expect, test } from "vitest";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { choiceBody, linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, post, send } from "../requests.ts";
import { startService } from "../service.ts";
import { type SharedService, useService } from "../use-service.ts";
import { storedVisits } from "../visits/stored-visits.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

let service: SharedService;
let key: string;
let link: LinkResource;
const started = Date.now();
beforeAll(async () => {
  service = await useService();
  ({ key } = await service.issueKey());
  link = expectLink(
    await post(service, "/v1/links", linkBody("custom custom_url", { publicName: "Spring" }), { key }),
  );
});

const counts = async () => {
  const sums = new Map<string, number>();
  for (const { linkId, code, class: came, device, visits } of await storedVisits(service.env.DB)) {
    if (linkId === link.id) {
      const kind = `${code} ${device ?? came}`;
      sums.set(kind, (sums.get(kind) ?? 0) + visits);
    }
  }
  return [...sums].sort(([, a], [, b]) => b - a);
};

test("design: every visit is counted through the real queue", async () => {
  const visit = (query = "", headers: Record<string, string> = {}, method = "GET") =>
    send(service, method, `/${link.shortId}${query}`, undefined, {
      headers: { "User-Agent": IPHONE, ...headers },
    });
  const many = (times: number, ...args: Parameters<typeof visit>) =>
    Array.from({ length: times }, () => visit(...args));
  const answers = await Promise.all([
    ...many(120, "?qr=default"),
    ...many(50),
    ...many(30, "?qr=no-such-code"),
    ...many(20, "", { "User-Agent": "curl/8.5.0" }),
    ...many(10, "", {}, "HEAD"),
    ...many(6, "", { "User-Agent": "Twitterbot/1.0" }),
    ...many(4, "", { "Sec-Purpose": "prefetch" }),
  ]);
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(234);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
  // Requests without a destination are not visits.
  await Promise.all([
    visit("", {}, "POST"),
    ...Array.from({ length: 5 }, () => send(service, "GET", "/zzzzzzzz")),
  ]);
  await expect.poll(counts, { timeout: 30_000 }).toEqual([
    ["default phone", 120],
    [" phone", 80],
    [" robots", 30],
    [" previews", 10],
  ]);
});

test("design: a link's visits are reported as they were served", async () => {
  const { json } = await get(service, `/v1/links/${link.id}/visits`, { key });
  expect(json.data.totals).toEqual({ scans: 120, clicks: 80, robots: 30, previews: 10, visitors: 1 });
  // Between the first visit and now.
  expect(Date.parse(json.data.updatedAt)).toBeGreaterThanOrEqual(started);
  expect(Date.parse(json.data.updatedAt)).toBeLessThanOrEqual(Date.now());
});

test("visits outside a link's schedule are counted; requests for unknown offers are not taps", async () => {
  const ended = { activeUntil: "2026-01-01T00:00:00Z" };
  const { id, shortId } = expectLink(
    await post(service, "/v1/links", choiceBody({ schedule: ended }), { key }),
  );
  const led = expectLink(
    await post(
      service,
      "/v1/links",
      choiceBody({ schedule: { ...ended, endedUrl: "https://brand.example/" } }),
      { key },
    ),
  );
  const ask = (path: string, method = "GET") =>
    send(service, method, path, undefined, { headers: { "User-Agent": IPHONE } });
  for (const short of [shortId, led.shortId]) {
    await Promise.all([
      ask(`/${short}?qr=default`),
      ask(`/${short}`),
      ask(`/${short}/own`),
      ask(`/${short}`, "HEAD"),
    ]);
  }
  const totals = async (linkId: string) =>
    (await get(service, `/v1/links/${linkId}/visits?by=choice`, { key })).json.data.totals;
  for (const linkId of [id, led.id]) {
    await expect
      .poll(() => totals(linkId), { timeout: 30_000 })
      .toMatchObject({ scans: 1, clicks: 1, robots: 1, taps: 0 });
  }
});

test("controls on a choice page don't count as another view, but the way back does", async () => {
  const { id, shortId } = expectLink(await post(service, "/v1/links", choiceBody(), { key }));
  const own = new URL(`/${shortId}`, service.url).href;
  const ask = async (path: string, referrer?: string) => {
    const headers = { "User-Agent": IPHONE, ...(referrer !== undefined && { Referer: referrer }) };
    expect((await send(service, "GET", path, undefined, { headers })).status).toBe(200);
  };
  await ask(`/${shortId}`);
  for (const query of ["?all=1", "?remember=1", "?remember=0&choose=1"])
    await ask(`/${shortId}${query}`, own);
  await ask(`/${shortId}?qr=default`);
  await ask(`/${shortId}?qr=default&all=1`, `${own}?qr=default`);
  await ask(`/${shortId}?choose=1`);
  const totals = async () =>
    (await get(service, `/v1/links/${id}/visits?by=choice`, { key })).json.data.totals;
  await expect.poll(totals, { timeout: 30_000 }).toMatchObject({ scans: 1, clicks: 2, taps: 0 });
});

test("nobody can pass on the address of a choice page that does not count", async () => {
  const { id, shortId } = expectLink(await post(service, "/v1/links", choiceBody(), { key }));
  const queries = [
    "?all=1",
    "?remember=1",
    "?remember=0",
    "?counted=1",
    `?counted=${Date.now().toString(36)}`,
  ];
  for (const query of queries)
    for (const referrer of [{}, { Referer: "https://forum.example/" }])
      await get(service, `/${shortId}${query}`, { headers: { "User-Agent": IPHONE, ...referrer } });
  const totals = async () => (await get(service, `/v1/links/${id}/visits`, { key })).json.data.totals;
  await expect.poll(totals, { timeout: 30_000 }).toMatchObject({ clicks: 2 * queries.length });
});

test("design: no IP address, cookie or user agent is stored", async () => {
  const rows = await service.env.DB.prepare("SELECT * FROM visit_days").all<Record<string, unknown>>();
  const columns =
    "day organization_id project_id link_id retailer scans clicks robots previews taps counts totals apart visitors".split(
      " ",
    );
  for (const row of rows.results) {
    expect(Object.keys(row)).toEqual(columns);
    // Countries and devices by code with a number per hour, and sums by each of these and by referring host.
    for (const [code, kinds] of Object.entries<object>(JSON.parse(String(row.counts)))) {
      expect(code).toMatch(/^(default|\*)?$/);
      for (const kind of Object.keys(kinds))
        expect(kind).toMatch(/^[A-Z]{2} (phone|tablet|desktop|other|robot|preview)$/);
    }
    for (const part of Object.keys(JSON.parse(String(row.totals))))
      expect(part).toMatch(/^(qrCode|country|device|hour|choice)$/);
    for (const text of [row.counts, row.totals, row.apart, row.visitors])
      expect(text).not.toMatch(/Mozilla|Safari|\d+\.\d+|\//);
  }
  const messages = await service.env.DB.prepare("SELECT * FROM visit_senders").all();
  for (const row of messages.results) expect(Object.keys(row)).toEqual(["id", "seen", "newest"]);
});

test("counting can be switched off by a variable with surrounding whitespace", async () => {
  const off = await startService({ vars: { COUNT_VISITS: " off " } });
  try {
    const issued = await off.issueKey();
    const { shortId } = expectLink(await post(off, "/v1/links", linkBody(), issued));
    for (let visit = 0; visit < 100; visit++)
      expect((await send(off, "GET", `/${shortId}`)).status).toBe(302);
    // The hundredth would have been sent immediately, before this one.
    await off.env.VISITS.send({ sender: "vis_last", number: 0, since: 0, counts: [], apart: [] });
    const messages = async () => (await off.env.DB.prepare("SELECT id FROM visit_senders").all()).results;
    await expect.poll(messages, { timeout: 30_000 }).toEqual([{ id: "vis_last" }]);
  } finally {
    await off.close();
  }
});
