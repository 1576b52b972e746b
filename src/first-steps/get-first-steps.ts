import type { MemberActor } from "../access/actor.ts";
import { mayManageOrganization } from "../access/permissions.ts";
import { dayAfter, type Zone } from "../core/zone.ts";
import { type FirstSteps, isAllDone } from "./first-steps.ts";
import type { FirstStepsStore } from "./first-steps-store.ts";

/** How many days back a scan is looked for. */
const SCAN_DAYS = 90;

/**
 * What an organization has done of its first steps; null where nobody needs to be told: all of it is done, it was
 * dismissed, or the member is no owner, who alone can do all of it. May throw `service_unavailable`.
 */
export async function getFirstSteps(
  actor: MemberActor,
  dependencies: {
    firstSteps: FirstStepsStore;
    zones: { find(organizationId: string): Promise<Zone> };
    now: () => Date;
  },
): Promise<FirstSteps | null> {
  if (!mayManageOrganization(actor)) return null;
  const { organizationId } = actor;
  const { firstSteps, zones, now } = dependencies;
  const { isDismissed, examples } = await firstSteps.state(organizationId);
  if (isDismissed) return null;
  const today = (await zones.find(organizationId)).dayOf(now());
  const days = Array.from({ length: SCAN_DAYS }, (_, ago) => dayAfter(today, -ago));
  const done = await firstSteps.done(organizationId, { examples: examples?.linkIds ?? [], days });
  const steps = { done, examples };
  return isAllDone(steps) ? null : steps;
}
