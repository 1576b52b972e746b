import type { MemberActor } from "../../features/access/actor.ts";
import { mayManageOrganization, requireOrganizationManager } from "../../features/access/permissions.ts";
import { dayAfter, type Zone } from "../../ground/core/zone.ts";
import type { FirstStepsStore } from "./first-steps-store.ts";

/** The first steps of a new organization, in order. */
export const FIRST_STEPS = ["zone", "link", "scan", "invite", "key"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The example links and their project. */
export interface Examples {
  projectId: string;
  linkIds: readonly string[];
  /** Whether they were removed, that is, switched off. */
  isRemoved: boolean;
}

/** An organization's progress. */
export interface FirstSteps {
  done: ReadonlySet<FirstStep>;
  /** Null if never created. */
  examples: Examples | null;
}

export const isAllDone = ({ done }: FirstSteps): boolean => FIRST_STEPS.every((step) => done.has(step));

/** How many days back scans count. */
const SCAN_DAYS = 90;

/**
 * An organization's progress; null if the checklist need not be shown: all steps are done, it was dismissed, or the
 * member is not an owner, who alone can do every step. May throw `service_unavailable`.
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

/**
 * Hides the checklist on the overview for the whole organization. Examples stay. Throws `insufficient_scope` and
 * `service_unavailable`.
 */
export async function dismissFirstSteps(
  actor: MemberActor,
  { firstSteps, now }: { firstSteps: FirstStepsStore; now: () => Date },
): Promise<void> {
  requireOrganizationManager(actor, actor.organizationId);
  await firstSteps.dismiss(actor.organizationId, now());
}
