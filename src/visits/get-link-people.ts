import type { OrganizationActor } from "../access/actor.ts";
import { requireReach, requireScope } from "../access/permissions.ts";
import { GET_VISITS_SCOPE } from "./get-visit-report.ts";
import type { LinkPeopleStore } from "./link-people-store.ts";
import { daysOf, rangeOf } from "./range.ts";
import type { ZoneStore } from "./zone-store.ts";

/** The people who came by each of several links, day by day. */
export interface LinkPeople {
  /** The last 30 days in order, as in `2026-11-21`, in the time zone of the organization. */
  days: readonly string[];
  /** The numbers of these days, by the link's id. */
  byLink: ReadonlyMap<string, readonly number[]>;
}

/**
 * The people of the last 30 days of a page of links, which the caller has read as this actor: ids of another
 * organization have no visits here. Throws `insufficient_scope`, `project_access_denied` and `service_unavailable`.
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
