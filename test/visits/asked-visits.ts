import { vi } from "vitest";
import { DAY_MS, dayOf } from "../../src/ground/core/days.ts";
import { d1Limit } from "../../src/ground/platform/d1.ts";
import { visitStatistics } from "../../src/surfaces/api/visit-resources.ts";
import { linkBody } from "../bodies.ts";
import { expectData, expectLink } from "../expectations.ts";
import { get, post } from "../requests.ts";
import type { IssuedKey, RunningService } from "../service.ts";
import { useService } from "../use-service.ts";
import type { PlainVisits } from "./plain-counts.ts";
import { type ToldVisits, withoutVisitors } from "./told-visits.ts";

/** How many kinds of visits, of two each on average. `EVERY_QUESTION=500000` counts a million, and asks for them. */
const KINDS = Number(process.env.EVERY_QUESTION ?? 3_000);

/** Gives a test of these visits the time that as many take. */
export function allowPatience(): void {
  const patience = 240_000 * Math.ceil(KINDS / 3_000);
  vi.setConfig({ testTimeout: patience, hookTimeout: patience });
  if (KINDS > 3_000) d1Limit.milliseconds = patience;
}

const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
export const daysAgo = (days: number): string => dayOf(new Date(TODAY - days * DAY_MS));
/** Recent days and old ones, which months hold. */
const AGES = [0, 1, 2, 5, 9, 20, 33, 60, 80, 95, 100, 130, 200];
const COUNTRIES = ["US", "CA", "DE", "FR", "XX"];
const DEVICES = ["phone", "tablet", "desktop", "other"] as const;

export interface Linked {
  id: string;
  projectId: string;
  retailer: string;
}

/** A service whose links are visited in all combinations, and these visits, which are not counted yet. */
export interface Asked {
  service: RunningService;
  links: Linked[];
  visits: PlainVisits[];
  ask(query: Record<string, string>): Promise<ToldVisits>;
}

export async function startAsked(organization: string): Promise<Asked> {
  const service = await useService({}, organization);
  const key: IssuedKey = await service.issueKey({ organization, createProjects: ["main", "shop"] });
  const links: Linked[] = [];
  for (let number = 0; number < 12; number++) {
    const pair = number % 3 === 0 ? "marketplace product_detail" : undefined;
    const projectId = number % 4 === 0 ? "shop" : "main";
    const link = expectLink(await post(service, "/v1/links", linkBody(pair, { projectId }), key));
    await post(service, `/v1/links/${link.id}/qr-codes`, { identifier: "poster" }, key);
    links.push({ id: link.id, projectId, retailer: link.retailer });
  }
  const visits = Array.from({ length: KINDS }, (_, n): PlainVisits => {
    // Numbers that share no factor meet in all combinations.
    const link = links[(n * n + 3 * n) % 7] ??
      links[n % links.length] ?? { id: "", projectId: "", retailer: "" };
    const visitor = n % 11 === 0 ? "robot" : n % 17 === 0 ? "preview" : "person";
    return {
      linkId: link.id,
      projectId: link.projectId,
      retailer: link.retailer,
      qr: ["", "default", "poster"][n % 3] ?? "",
      hour: `${daysAgo(AGES[n % AGES.length] ?? 0)}T${String((n * 7) % 24).padStart(2, "0")}`,
      country: COUNTRIES[n % 5] ?? "XX",
      device: visitor === "person" ? (DEVICES[(n >> 2) % 4] ?? "other") : "other",
      visitor,
      visits: 1 + (n % 3),
    };
  });
  const ask = async (query: Record<string, string>): Promise<ToldVisits> =>
    withoutVisitors(
      expectData(await get(service, `/v1/visits?${new URLSearchParams(query)}`, key), 200, visitStatistics),
    );
  return { service, links, visits, ask };
}
