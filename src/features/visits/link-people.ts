import { allRows } from "../../ground/platform/d1.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireReach, requireScope } from "../access/permissions.ts";
import { GET_VISITS_SCOPE } from "../access/scopes.ts";
import type { ZoneStore } from "../access/zone-store.ts";
import { daysOf, rangeOf } from "./visit-range.ts";

/** The people of some links or projects by day. */
interface DailyPeople {
  /** The last 30 days in order, such as `2026-11-21`, in the organization's time zone. */
  days: readonly string[];
  /** The numbers of these days by the id of a link or project. */
  byId: ReadonlyMap<string, readonly number[]>;
}

interface PeopleDependencies {
  linkPeople: LinkPeopleStore;
  zones: ZoneStore;
  now: () => Date;
}

/**
 * The people of the last 30 days for a page of links that the caller has read as this actor: ids of other organizations have
 * no visits here. Throws `project_access_denied`.
 */
export async function getLinkPeople(
  actor: OrganizationActor,
  { links }: { links: readonly { id: string; projectId: string }[] },
  dependencies: PeopleDependencies,
): Promise<DailyPeople> {
  for (const { projectId } of links) requireReach(actor, projectId);
  const owners = links.map(({ id, projectId }) => ({ id, projectId, linkId: id }));
  return getPeople(actor, owners, dependencies);
}

/** The same for a page of projects. */
export async function getProjectPeople(
  actor: OrganizationActor,
  { projectIds }: { projectIds: readonly string[] },
  dependencies: PeopleDependencies,
): Promise<DailyPeople> {
  for (const projectId of projectIds) requireReach(actor, projectId);
  const owners = projectIds.map((id) => ({ id, projectId: id, linkId: "" }));
  return getPeople(actor, owners, dependencies);
}

async function getPeople(
  actor: OrganizationActor,
  owners: readonly PeopleOwner[],
  { linkPeople, zones, now }: PeopleDependencies,
): Promise<DailyPeople> {
  requireScope(actor, GET_VISITS_SCOPE);
  const zone = await zones.find(actor.organizationId);
  const days = daysOf(rangeOf({ interval: "day" }, zone, now()));
  const found = owners.length > 0 ? await linkPeople.read(actor.organizationId, owners, days) : [];
  const people = new Map(found.map(({ id, day, people }) => [`${id} ${day}`, people]));
  return {
    days,
    byId: new Map(owners.map(({ id }) => [id, days.map((day) => people.get(`${id} ${day}`) ?? 0)])),
  };
}

/** A link, or with an empty `linkId` a project as a whole. */
interface PeopleOwner {
  id: string;
  projectId: string;
  linkId: string;
}

/** One search per owner and day. CROSS JOIN forces this order. */
const PEOPLE = `SELECT owner.value ->> 'id' AS id, day.value AS day, sum(scans) + sum(clicks) AS people
  FROM json_each(?2) AS owner CROSS JOIN json_each(?3) AS day CROSS JOIN visit_days AS row
  WHERE row.day = day.value AND row.organization_id = ?1
    AND row.project_id = owner.value ->> 'projectId' AND row.link_id = owner.value ->> 'linkId'
  GROUP BY 1, 2`;

/** The people of several links or projects by day, in D1. */
type LinkPeopleStore = ReturnType<typeof linkPeopleStore>;

export function linkPeopleStore(db: D1Database) {
  return {
    /** The days with visits. The rows read depend only on the number of owners and days. */
    async read(
      organizationId: string,
      owners: readonly PeopleOwner[],
      days: readonly string[],
    ): Promise<{ id: string; day: string; people: number }[]> {
      const values = [organizationId, JSON.stringify(owners), JSON.stringify(days)];
      return allRows<{ id: string; day: string; people: number }>(db, PEOPLE, ...values);
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
