import { visitStatistics } from "../../src/surfaces/api/visit-resources.ts";
import { linkBody } from "../bodies.ts";
import { expectData, expectLink } from "../expectations.ts";
import { get, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { type ToldVisits, withoutVisitors } from "../visits/told-visits.ts";
import { hourOf, storeAll } from "../visits/visit-messages.ts";

export const HOUR = 60 * 60 * 1_000;
export const DAY = 24 * HOUR;
export const none = { scans: 0, clicks: 0, robots: 0, previews: 0 };

/** The last hour of a day 40 days ago: after OCTOBER. */
export const recent = Math.floor(Date.now() / DAY) * DAY - 39 * DAY - HOUR;

/** The days of most visits that `startVisitsService` stores. */
export const OCTOBER = { from: "2026-10-01", to: "2026-10-03" };

export type Query = Record<string, string>;
export const addressOf = (path: string, query: Query) => `${path}?${new URLSearchParams(query)}`;

/**
 * Starts the service with three visited links. The key `full` has access to every project of its organization, `main`
 * only to the project of that name.
 */
export async function startVisitsService() {
  const service = await useService({ config: { main: "test/faults/worker.ts" } });
  const full = await service.issueKey({ createProjects: ["main", "shop", "empty"] });
  const main = await service.issueKey({ projects: ["main"] });
  const create = async (changes: object, pair?: string) =>
    expectLink(await post(service, "/v1/links", linkBody(pair, changes), full));
  const poster = await create({ name: '=Poster, "large"' });
  const card = await create({ name: "Card" }, "marketplace product_detail");
  const elsewhere = await create({ name: "Elsewhere", projectId: "shop" });
  await storeAll(service.env.DB, [
    { linkId: poster.id, qr: "default", hour: "2026-10-01T00", visits: 5 },
    { linkId: poster.id, qr: "made-up", hour: "2026-10-01T23", device: "desktop", visits: 2 },
    { linkId: poster.id, hour: "2026-10-02T00", country: "DE", visits: 3 },
    { linkId: poster.id, hour: "2026-10-02T00", visitor: "robot", visits: 7 },
    { linkId: poster.id, qr: "default", hour: "2026-10-03T12", visitor: "preview", visits: 11 },
    { linkId: card.id, hour: "2026-10-03T12", country: "CA", device: "tablet", visits: 13 },
    { linkId: elsewhere.id, qr: "default", hour: "2026-10-03T12", visits: 17 },
    // Hours are available for 90 days only.
    { linkId: card.id, qr: "made-up", hour: hourOf(recent), visits: 2 },
    { linkId: card.id, hour: hourOf(recent + HOUR), visits: 3 },
    { linkId: elsewhere.id, qr: "default", hour: hourOf(recent + HOUR), visits: 19 },
  ]);

  const ask = (path: string, query: Query = {}, key = full) => get(service, addressOf(path, query), key);
  const visits = async (path: string, query: Query = {}, key = full): Promise<ToldVisits> =>
    withoutVisitors(expectData(await ask(path, query, key), 200, visitStatistics));

  return { service, full, main, poster, card, elsewhere, ask, visits };
}
