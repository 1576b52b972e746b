import type { Actor } from "../access/actor.ts";
import { accessActivity } from "../access/key-activity.ts";
import type { Activity, FieldChange } from "../audit/activity.ts";
import { changesBetween } from "../audit/activity.ts";
import type { Domain } from "./domain.ts";

/** A change of a domain and its record. */
export interface RecordedDomain {
  domain: Domain;
  activity: Activity;
}

/** The record of a change of a domain. */
export const domainActivity = (
  actor: Actor,
  { organizationId, host }: Domain,
  changes: FieldChange[],
  now: Date,
): Activity =>
  accessActivity({ actor, at: now.toISOString() }, organizationId, { type: "domain", id: host }, changes);

/** The settings of a domain that are set. */
export const domainValues = ({ projectId, rootUrl, notFoundUrl }: Domain): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ projectId, rootUrl, notFoundUrl }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );

/** The differences between a domain before and after a change. */
export const domainChanges = (before: Domain, after: Domain): FieldChange[] =>
  changesBetween(domainValues(before), domainValues(after));

/** The confirmed domain that loses its project to `domain`, with its record; null if no domain does. */
export function releasedBy(
  actor: Actor,
  domain: Domain,
  domains: readonly Domain[],
  now: Date,
): RecordedDomain | null {
  const { host, projectId, confirmedAt } = domain;
  const holder =
    projectId !== null &&
    confirmedAt !== null &&
    domains.find((each) => each.projectId === projectId && each.confirmedAt !== null && each.host !== host);
  if (!holder) return null;
  const released = { ...holder, projectId: null };
  return { domain: released, activity: domainActivity(actor, holder, domainChanges(holder, released), now) };
}
