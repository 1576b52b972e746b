import { expect } from "vitest";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, post } from "../requests.ts";
import type { IssuedKey, RunningService } from "../service.ts";
import { hourOf, storeAll } from "../visits/visit-messages.ts";
import type { Visitor } from "./dashboard.ts";

const DAY = 24 * 60 * 60 * 1_000;
/** Noon, so many days ago. */
export const daysAgo = (days: number): string =>
  hourOf(Math.floor(Date.now() / DAY) * DAY - days * DAY + DAY / 2);
/** The day, so many days ago. */
export const dayAgo = (days: number): string => daysAgo(days).slice(0, 10);

/** Links of an organization with visits. */
export interface Season {
  key: IssuedKey;
  /** In the project `main`, with the codes `default` and `poster-1`; its retailer is `custom`. */
  poster: LinkResource;
  /** In `main`, of the retailer `bigbox_w`; it has a public name. */
  cart: LinkResource;
  /** In the project `shop`. */
  elsewhere: LinkResource;
}

/** Makes three links and their visits: recent ones, and older ones than hours are kept. */
export async function makeSeason(service: RunningService, organization = "acme"): Promise<Season> {
  const key = await service.issueKey({ organization, createProjects: ["main", "shop"] });
  const create = async (changes: object, pair?: string) =>
    expectLink(await post(service, "/v1/links", linkBody(pair, changes), key));
  const poster = await create({ name: "Poster <spring>" });
  const code = { linkId: poster.id, name: "Poster code", identifier: "poster-1" };
  await post(
    service,
    `/v1/links/${poster.id}/qr-codes`,
    { name: code.name, identifier: code.identifier },
    key,
  );
  const cart = await create({ name: "Cart", publicName: "Everything for dinner" }, "bigbox_w add_to_cart");
  const elsewhere = await create({ name: "Elsewhere", projectId: "shop" });
  await storeAll(service.env.DB, [
    { linkId: poster.id, qr: "default", hour: daysAgo(2), visits: 50 },
    { linkId: poster.id, qr: "poster-1", hour: daysAgo(3), country: "CA", visits: 20 },
    { linkId: poster.id, qr: "poster-1", hour: daysAgo(3), device: "tablet", visits: 7 },
    { linkId: poster.id, hour: daysAgo(4), country: "DE", device: "desktop", visits: 11 },
    { linkId: poster.id, hour: daysAgo(4), visitor: "robot", visits: 300 },
    { linkId: poster.id, hour: daysAgo(5), visitor: "preview", visits: 13 },
    { linkId: cart.id, qr: "default", hour: daysAgo(2), country: "XX", visits: 5 },
    { linkId: cart.id, hour: daysAgo(6), visits: 3 },
    { linkId: elsewhere.id, hour: daysAgo(2), visits: 2 },
    // In the period before the last 30 days.
    { linkId: poster.id, qr: "default", hour: daysAgo(40), visits: 25 },
    // Too old for hours.
    { linkId: poster.id, qr: "default", hour: daysAgo(200), country: "FR", visits: 9 },
  ]);
  return { key, poster, cart, elsewhere };
}

/** What the API tells. */
export async function told(
  service: RunningService,
  path: string,
  query: Record<string, string>,
  key: IssuedKey,
) {
  const { json } = await get(service, `${path}?${new URLSearchParams(query)}`, key);
  return json.data;
}

/** The path of acme's visits. */
export const VISITS = "/dashboard/o/acme/visits";

/** The lines of a table as CSV, without the first. */
export async function linesOf(
  visitor: Visitor,
  table: string,
  query: Record<string, string> = {},
): Promise<string[][]> {
  const { status, text } = await visitor.open(
    `${VISITS}/table.csv?${new URLSearchParams({ ...query, table })}`,
  );
  expect([status, text.split("\r\n")[0]]).toEqual([200, expect.stringContaining("scans")]);
  return text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(","));
}

/** The sum of the scans and clicks of a table. */
export const people = (rows: string[][], from: number): number =>
  rows.reduce((sum, row) => sum + Number(row[from]) + Number(row[from + 1]), 0);

/** The big numbers of a page, by name. */
export const figures = (text: string): Record<string, string> =>
  Object.fromEntries(
    [
      ...text.matchAll(
        /<dt>(?:<a[^>]*>)?([^<]+)(?:<\/a>)?<\/dt><dd><span class="value">([^<]+)<\/span>(?:<small>(.*?)<\/small>)?/g,
      ),
    ].map(([, label = "", value = "", change = ""]) => [
      label,
      `${value} (${change.replace(/<[^>]+>/g, "")})`,
    ]),
  );
