import { onD1 } from "../../ground/platform/d1.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireReach, requireScope } from "../access/permissions.ts";
import { GET_VISITS_SCOPE } from "./get-visit-report.ts";
import { daysOf, rangeOf } from "./visit-range.ts";
import type { ZoneStore } from "./zone-store.ts";

/** The number of people per link and day. */
export interface LinkPeople {
  /** The last 30 days in order, such as `2026-11-21`, in the organization's time zone. */
  days: readonly string[];
  /** The numbers of these days by link id. */
  byLink: ReadonlyMap<string, readonly number[]>;
}

/**
 * The people of the last 30 days for a page of links that the caller has read as this actor: ids of other organizations
 * have no visits here. Throws `insufficient_scope`, `project_access_denied` and `service_unavailable`.
 */
export async function getLinkPeople(
  actor: OrganizationActor,
  { links }: { links: readonly { id: string; projectId: string }[] },
  { linkPeople, zones, now }: { linkPeople: LinkPeopleStore; zones: ZoneStore; now: () => Date },
): Promise<LinkPeople> {
  requireScope(actor, GET_VISITS_SCOPE);
  for (const { projectId } of links) requireReach(actor, projectId);
  const zone = await zones.find(actor.organizationId);
  const days = daysOf(rangeOf({ interval: "day" }, zone, now()));
  const found = links.length > 0 ? await linkPeople.read(actor.organizationId, links, days) : [];
  const people = new Map(found.map(({ linkId, day, people }) => [`${linkId} ${day}`, people]));
  return {
    days,
    byLink: new Map(links.map(({ id }) => [id, days.map((day) => people.get(`${id} ${day}`) ?? 0)])),
  };
}

export interface LinkDay {
  linkId: string;
  /** Such as `2026-11-21`. */
  day: string;
  people: number;
}

/** One search per link and day. CROSS JOIN forces this order. */
const PEOPLE = `SELECT link.value ->> 'id' AS linkId, day.value AS day, sum(scans) + sum(clicks) AS people
  FROM json_each(?2) AS link CROSS JOIN json_each(?3) AS day CROSS JOIN visit_days AS row
  WHERE row.day = day.value AND row.organization_id = ?1
    AND row.project_id = link.value ->> 'projectId' AND row.link_id = link.value ->> 'id'
  GROUP BY 1, 2`;

/** The people of several links by day, in D1. Each call may throw `service_unavailable`. */
export type LinkPeopleStore = ReturnType<typeof linkPeopleStore>;

export function linkPeopleStore(db: D1Database) {
  return {
    /** The days with visits. The rows read depend only on the number of links and days. */
    async read(
      organizationId: string,
      links: readonly { id: string; projectId: string }[],
      days: readonly string[],
    ): Promise<LinkDay[]> {
      const wanted = links.map(({ id, projectId }) => ({ id, projectId }));
      const statement = db.prepare(PEOPLE).bind(organizationId, JSON.stringify(wanted), JSON.stringify(days));
      return (await onD1(() => statement.all<LinkDay>())).results;
    },
  };
}

/** Days summed by `peopleSince`: a week and today, in any time zone. */
const DAYS = 9;

/** SQL for the number of people of a link in the nine days from a day on; both arguments are SQL. */
export const peopleSince = (linkId: string, day: string): string => `SELECT coalesce(sum(scans + clicks), 0)
  FROM links AS visited CROSS JOIN (VALUES ${Array.from({ length: DAYS }, (_, index) => `(${index})`).join(", ")}) AS later
    CROSS JOIN visit_days AS row ON row.day = date(${day}, '+' || later.column1 || ' days')
      AND row.organization_id = visited.organization_id AND row.project_id = visited.project_id
      AND row.link_id = visited.id
  WHERE visited.id = ${linkId}`;
