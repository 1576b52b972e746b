import { serviceUnavailable, validationFailed } from "../core/errors.ts";
import { isZone } from "../core/zone.ts";
import type { Actor } from "./actor.ts";
import { accessActivity } from "./key-activity.ts";
import { readOrganization, setTimeZone } from "./organization.ts";
import { requireOrganizationManager } from "./permissions.ts";

/** How many times a change is attempted while others set another time zone. */
const ATTEMPTS = 10;

/**
 * Sets the time zone in which an organization's visits are counted from now on; earlier counts keep their days and
 * hours. Throws `insufficient_scope`, `validation_failed`, `not_found` and `service_unavailable`.
 */
export async function changeTimeZone(
  actor: Actor,
  { organizationId, timeZone }: { organizationId: string; timeZone: string },
  { db, now }: { db: D1Database; now: () => Date },
): Promise<void> {
  requireOrganizationManager(actor, organizationId);
  if (!isZone(timeZone)) {
    const message = "must be the IANA name of a time zone, such as America/New_York or UTC";
    throw validationFailed([{ field: "timeZone", message }]);
  }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { timeZone: before } = await readOrganization(db, organizationId);
    if (before === timeZone) return;
    const author = { actor, at: now().toISOString() };
    const object = { type: "organization", id: organizationId } as const;
    const activity = accessActivity(author, organizationId, object, [
      { field: "timeZone", from: before, to: timeZone },
    ]);
    if (await setTimeZone(db, { organizationId, before, timeZone }, activity)) return;
  }
  throw serviceUnavailable(new Error("others kept changing the time zone"));
}
