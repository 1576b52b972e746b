import { validationFailed } from "../core/errors.ts";
import { isZone } from "../core/zone.ts";
import type { Actor } from "./actor.ts";
import { readOrganization, setTimeZone } from "./organization.ts";
import { requireOrganizationManager } from "./permissions.ts";

/**
 * Sets the time zone in which the visits of an organization are counted from now on; what was counted before stays under its
 * days and hours. Throws `insufficient_scope`, `validation_failed`, `not_found` and `service_unavailable`.
 */
export async function changeTimeZone(
  actor: Actor,
  { organizationId, timeZone }: { organizationId: string; timeZone: string },
  { db }: { db: D1Database },
): Promise<void> {
  requireOrganizationManager(actor, organizationId);
  if (!isZone(timeZone)) {
    const message = "must be the IANA name of a time zone, such as America/New_York or UTC";
    throw validationFailed([{ field: "timeZone", message }]);
  }
  await readOrganization(db, organizationId);
  await setTimeZone(db, organizationId, timeZone);
}
