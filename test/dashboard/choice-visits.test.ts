import { expect, test } from "vitest";
import { choiceBody, OFFERS } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { CHROME, remembering } from "../spec/choice-links.ts";
import { withoutVisitors } from "../visits/told-visits.ts";
import { useDashboard } from "./dashboard.ts";
import { LINKS } from "./links.ts";

const dashboard = await useDashboard();
const { service } = dashboard;
await dashboard.add("acme", "viewer@acme.example", "viewer");
const viewer = await dashboard.as("viewer@acme.example");
const key = await service.issueKey({ organization: "acme", createProjects: ["main"] });

/** How many people, robots and previews ask in each way; numbers of which no two sums are alike. */
const HOUR = {
  scans: 97,
  clicks: 61,
  robots: 23,
  previews: 11,
  remembered: 17,
  taps: { "bigbox-w": { scans: 41, clicks: 19 }, marketplace: { scans: 13, clicks: 7 } },
};

test("an hour's visits and taps are told exactly by the API, the link's page and the CSV files", async () => {
  const link = expectLink(await post(service, "/v1/links", choiceBody(), key));
  const offers = OFFERS.slice(0, 3).map((offer, index) => ({
    ...offer,
    key: ["bigbox-w", "marketplace", "custom"][index],
  }));
  expectLink(await send(service, "PATCH", `/v1/links/${link.id}`, { offers }, key), 200);
  await expect.poll(async () => (await send(service, "GET", `/${link.shortId}/own`)).status).toBe(302);

  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    send(service, method, `/${link.shortId}${path}`, undefined, {
      headers: { "User-Agent": CHROME, Accept: "text/html", ...headers },
    });
  type Request = Parameters<typeof ask>;
  const many = (times: number, ...request: Request): Request[] =>
    Array.from({ length: times }, () => request);
  const { taps } = HOUR;
  const requests = [
    ...many(HOUR.scans, "?qr=default"),
    ...many(HOUR.clicks, ""),
    ...many(HOUR.robots - 5, "", { "User-Agent": "curl/8.5.0" }),
    ...many(5, "", {}, "HEAD"),
    ...many(HOUR.previews - 4, "", { "User-Agent": "Twitterbot/1.0" }),
    ...many(4, "", { "Sec-Purpose": "prefetch" }),
    // Who is led on at once has visited and chosen.
    ...many(HOUR.remembered, "", { Cookie: remembering("marketplace") }),
    ...Object.entries(taps).flatMap(([offer, { scans, clicks }]) => [
      ...many(scans, `/${offer}?qr=default`),
      ...many(clicks, `/${offer}`),
    ]),
    // No taps: nobody who chooses, and what leads to no offer.
    ...many(9, "/marketplace", { "User-Agent": "curl/8.5.0" }),
    ...many(6, "/marketplace", {}, "HEAD"),
    ...many(5, "/own?qr=default"),
    ...many(3, "/never-there"),
  ];
  // In an order that mixes them, and many at a time.
  const mixed = requests.map((_, index) => requests[(index * 101) % requests.length] ?? [""]);
  expect(new Set(mixed.map((_, index) => (index * 101) % requests.length)).size).toBe(requests.length);
  while (mixed.length > 0)
    await Promise.all(mixed.splice(0, 40).map((request) => ask(...(request as Request))));

  const rows = [
    { key: "bigbox-w", name: "Walmart", ...taps["bigbox-w"] },
    {
      key: "marketplace",
      name: "Amazon",
      scans: taps.marketplace.scans,
      clicks: taps.marketplace.clicks + HOUR.remembered,
    },
  ];
  const sums = rows.map(({ scans, clicks }) => scans + clicks);
  const chosen = sums.reduce((sum, each) => sum + each, 0);
  const people = { scans: HOUR.scans, clicks: HOUR.clicks + HOUR.remembered };
  const totals = { ...people, robots: HOUR.robots, previews: HOUR.previews, taps: chosen };
  const path = `/v1/links/${link.id}/visits?by=choice`;
  const told = async (): Promise<Json> => (await get(service, path, key)).json.data;
  await expect.poll(async () => withoutVisitors((await told()).totals), { timeout: 30_000 }).toEqual(totals);
  expect((await told()).rows).toMatchObject(rows);
  const lines = [
    "key,name,scans,clicks,robots,previews,visitors",
    "bigbox-w,Walmart,41,19,0,0,",
    "marketplace,Amazon,13,24,0,0,",
    "",
  ];
  const { text: file } = await get(service, path, { ...key, headers: { Accept: "text/csv" } });
  expect(file.split("\r\n")).toEqual(lines);

  const page = await viewer.open(`${LINKS}/${link.id}`);
  const visits = people.scans + people.clicks;
  expect(page.text).toContain(
    `${chosen} of ${visits} visits chose a shop (${Math.round((chosen / visits) * 100)} %).`,
  );
  const [, table = ""] =
    /<table[^>]*><caption[^>]*>Visits by Which shop(.*?)<\/table>/s.exec(page.text) ?? [];
  const cells = Array.from(
    table.matchAll(/<bdi>([^<]*)<\/bdi>|<td class="number">(\d+)</g),
    ([, name, number]) => name ?? Number(number),
  );
  expect(cells).toEqual(rows.flatMap(({ name }, index) => [name, sums[index]]));
  const csv = await viewer.open(`/dashboard/o/acme/visits/table.csv?table=choice&link=${link.id}`);
  expect(csv.text.replace("\uFEFF", "").split("\r\n")).toEqual(lines);
});
