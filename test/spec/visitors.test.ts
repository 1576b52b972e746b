import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const service = await useService({}, "acme");
const key = await service.issueKey({ organization: "acme", createProjects: ["main"] });
const create = async () =>
  expectLink(await post(service, "/v1/links", linkBody(undefined, { projectId: "main" }), key));

interface Visitor {
  address: string;
  agent: string;
}
/** So many people: two at each address, one with a phone and one with a computer. */
const crowd = (size: number, network = "198.51.100"): Visitor[] =>
  Array.from({ length: size }, (_, n) => ({
    address: `${network}.${Math.floor(n / 2)}`,
    agent: n % 2 === 0 ? PHONE : DESKTOP,
  }));

const visit = (
  path: string,
  { address, agent }: Visitor,
  more: Record<string, string> = {},
  method = "GET",
) =>
  send(service, method, path, undefined, {
    headers: { "CF-Connecting-IP": address, "User-Agent": agent, ...more },
  });

const visitsOf = async (path: string): Promise<Json> => (await get(service, path, key)).json.data;

test("daily visitors are the people who came, through the real queue, however often, from whatever code", async () => {
  const [first, second] = [await create(), await create()];
  const everybody = crowd(300);
  const some = everybody.slice(0, 120);
  const robots: [string, Visitor, Record<string, string>, string][] = [
    [`/${first.shortId}`, { address: "203.0.113.1", agent: "curl/8.5.0" }, {}, "GET"],
    [`/${first.shortId}`, { address: "203.0.113.2", agent: "Twitterbot/1.0" }, {}, "GET"],
    [`/${first.shortId}`, { address: "203.0.113.3", agent: PHONE }, { "Sec-Purpose": "prefetch" }, "GET"],
    [`/${first.shortId}`, { address: "203.0.113.4", agent: PHONE }, {}, "HEAD"],
  ];
  for (const [path, visitors] of [
    [`/${first.shortId}?qr=default`, some],
    [`/${first.shortId}`, some.slice(0, 50)],
    [`/${first.shortId}`, some.slice(0, 50)],
    [`/${second.shortId}`, everybody],
  ] as const)
    await Promise.all(visitors.map((visitor) => visit(path, visitor)));
  await Promise.all(robots.map((each) => visit(...each)));
  // Addresses of one IPv6 network are one client.
  for (const address of ["2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6"])
    await visit(`/${first.shortId}`, { address, agent: PHONE });

  const ofFirst = `/v1/links/${first.id}/visits`;
  await expect
    .poll(async () => (await visitsOf(ofFirst)).totals, { timeout: 30_000 })
    .toEqual({ scans: 120, clicks: 102, robots: 2, previews: 2, visitors: 121 });
  await expect.poll(async () => (await visitsOf("/v1/visits")).totals.clicks, { timeout: 30_000 }).toBe(402);
  const codes = (await visitsOf(`${ofFirst}?by=qrCode`)).rows;
  expect(codes.map(({ key: code, visitors }: Json) => [code, visitors])).toEqual([
    [`qr_${first.id}_default`, 120],
    ["none", null],
  ]);
  // 301 people: above 200 a day, the number is an estimate.
  const { totals, buckets } = await visitsOf("/v1/visits?projectId=main");
  expect(Math.abs(totals.visitors - 301)).toBeLessThan(0.07 * 301);
  expect(buckets.at(-1).visitors).toBe(totals.visitors);
  const links = (await visitsOf("/v1/visits?by=link")).rows;
  expect(links.map(({ key: link }: Json) => link)).toEqual([second.id, first.id]);
  expect(links[1].visitors).toBe(121);
  const { text } = await get(service, ofFirst, { ...key, headers: { Accept: "text/csv" } });
  expect(text.split("\r\n")[0]).toBe("start,scans,clicks,robots,previews,visitors");
  expect(text.trimEnd()).toMatch(/,120,102,2,2,121$/);
  expect(service.logs().join("\n")).not.toMatch(/198\.51\.100|203\.0\.113|2001:db8|count visitors/);
});

test("daily visitors are not known where they can't be counted", async () => {
  for (const query of ["country=US", "device=phone", "by=country", "interval=hour", "by=referrer"]) {
    const { totals, buckets = [], rows = [] } = await visitsOf(`/v1/visits?${query}`);
    const numbers = [...buckets, ...rows].map(({ visitors }) => visitors);
    expect([query, new Set(numbers)]).toEqual([query, new Set([null])]);
    if (!query.startsWith("by")) expect([query, totals.visitors]).toEqual([query, null]);
  }
});
