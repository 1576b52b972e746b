import { expect, test } from "vitest";
import type { MemberActor } from "../../src/features/access/actor.ts";
import { getVisitNews } from "../../src/features/visits/get-visit-news.ts";
import { rollUpVisits } from "../../src/features/visits/roll-up-visits.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import { openDependencies } from "../../src/wiring.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { hourOf, storeAll } from "./visit-messages.ts";

const service = await useService();
const { DB } = service.env;
const key = await service.issueKey({ organization: "acme", createProjects: ["main", "shop"] });
/** Noon, in a while from the links' creation, so that all of them are older than a week. */
const NOW = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + 60 * DAY_MS + DAY_MS / 2);
const daysAgo = (days: number): string => hourOf(NOW.getTime() - days * DAY_MS);
const dependencies = openDependencies(
  service.env,
  () => {},
  () => NOW,
);
const member = (organizationId: string): MemberActor => ({
  ...{ type: "member", id: "mem_1", organizationId, role: "viewer", projects: "all" },
});
const news = (projectId?: string, organization = "acme") =>
  getVisitNews(member(organization), { projectId }, dependencies);
const create = async (name: string, projectId = "main"): Promise<string> =>
  expectLink(await post(service, "/v1/links", linkBody(undefined, { name, projectId }), key)).id;

const names = [
  ...["Fresh", "Old", "Clicked before", "Gone", "Seldom", "Off"],
  ...["Scanned today", "A robot before", "Long ago"],
] as const;
const ids = {} as Record<(typeof names)[number] | "Elsewhere", string>;
for (const name of names) ids[name] = await create(name);
ids.Elsewhere = await create("Elsewhere", "shop");
const qr = "default";
await storeAll(DB, [
  { linkId: ids["Long ago"], qr, hour: daysAgo(45) },
  { linkId: ids["Long ago"], qr, hour: daysAgo(1) },
  { linkId: ids.Fresh, qr, hour: daysAgo(3) },
  { linkId: ids.Old, qr, hour: daysAgo(20) },
  { linkId: ids.Old, qr, hour: daysAgo(2) },
  { linkId: ids["Clicked before"], hour: daysAgo(20), visits: 3 },
  { linkId: ids["Clicked before"], qr, hour: daysAgo(5) },
  { linkId: ids["A robot before"], visitor: "robot", hour: daysAgo(30) },
  { linkId: ids["A robot before"], qr, hour: daysAgo(4) },
  { linkId: ids.Gone, qr, hour: daysAgo(12), visits: 40 },
  { linkId: ids.Seldom, qr, hour: daysAgo(12), visits: 3 },
  { linkId: ids.Off, qr, hour: daysAgo(12), visits: 50 },
  { linkId: ids["Scanned today"], qr, hour: daysAgo(0) },
  { linkId: ids.Elsewhere, qr, hour: daysAgo(1) },
]);
await DB.prepare("UPDATE links SET status = 'inactive' WHERE id = ?1").bind(ids.Off).run();

/** The same is told before the leaders of days are listed, and after that. */
test.each(["before", "after"])(
  "first scans, and links that no longer get visits, %s leaders are listed",
  async (when) => {
    if (when === "after") await rollUpVisits({ db: DB, now: () => NOW });
    const { firstScans, fellToZero } = await news("main");
    expect(firstScans.links.map(({ name }) => name)).toEqual([
      ...["Scanned today", "Fresh", "A robot before", "Clicked before"],
    ]);
    expect(fellToZero).toEqual({ links: [{ id: ids.Gone, name: "Gone", before: 40 }], more: 0 });
    expect((await news()).firstScans.links).toHaveLength(5);
    expect((await news("shop")).firstScans.links.map(({ name }) => name)).toEqual(["Elsewhere"]);
  },
);

test("another organization has no news of these, and an unknown project is refused", async () => {
  await service.issueKey({ organization: "globex" });
  expect(await news(undefined, "globex")).toMatchObject({
    firstScans: { links: [] },
    fellToZero: { links: [] },
  });
  await expect(news("nothing")).rejects.toMatchObject({ code: "project_access_denied" });
});
