import type { MemberActor } from "../access/actor.ts";
import { requireOrganizationManager } from "../access/permissions.ts";
import type { FirstStepsStore } from "./first-steps-store.ts";

/**
 * Takes the checklist off the overview of the member's organization, for everyone. Examples stay as they are. Throws
 * `insufficient_scope` and `service_unavailable`.
 */
export async function dismissFirstSteps(
  actor: MemberActor,
  { firstSteps, now }: { firstSteps: FirstStepsStore; now: () => Date },
): Promise<void> {
  requireOrganizationManager(actor, actor.organizationId);
  await firstSteps.dismiss(actor.organizationId, now());
}
