import * as z from "zod";
import { serviceUnavailable, validationFailed } from "../../ground/core/errors.ts";
import { parse } from "../../ground/core/validation.ts";
import { isZone, UTC } from "../../ground/core/zone.ts";
import { QUOTAS } from "../writes/quota.ts";
import { type QuotaChanges, setQuotas } from "../writes/quota-check.ts";
import type { Actor, MemberActor } from "./actor.ts";
import { accessActivity } from "./key-activity.ts";
import { organizationName, readOrganization, setOrganizationName, setTimeZone } from "./organization.ts";
import { requireOperator, requireOrganizationMaker, requireOrganizationManager } from "./permissions.ts";

/** How many times a change is attempted while others set another time zone. */
const ATTEMPTS = 10;

/**
 * Sets the time zone in which an organization's visits are counted from now on; earlier counts keep their days and hours.
 * Throws `validation_failed` and `not_found`.
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
      { field: "timeZone", from: before ?? UTC.name, to: timeZone },
    ]);
    if (await setTimeZone(db, { organizationId, before, timeZone }, activity)) return;
  }
  throw serviceUnavailable(new Error("others kept changing the time zone"));
}

/** The bounds of a quota: the maximum exceeds what D1 can store. */
const amount = z.int().min(0).max(1_000_000_000_000).nullable();
const quotaChanges: z.ZodType<QuotaChanges> = z.partialRecord(z.enum(QUOTAS), amount);

/**
 * Sets quotas of an organization; null restores the default, and quotas that are not named stay. They apply from the next
 * write on; existing objects stay. Throws `validation_failed` and `not_found`.
 */
export async function changeQuotas(
  actor: Actor,
  { organizationId, quotas }: { organizationId: string; quotas: QuotaChanges },
  { db }: { db: D1Database },
): Promise<void> {
  requireOperator(actor);
  const changes = parse(quotaChanges, quotas);
  await readOrganization(db, organizationId);
  await setQuotas(db, organizationId, changes);
}

const naming = z.object({ name: organizationName });

/**
 * Renames the member's organization; its id stays. The member has to be an owner, and among the `makers` whom the operator
 * lists. Throws `validation_failed`.
 */
export async function renameOrganization(
  actor: MemberActor,
  { email, ...input }: { email: string; name: string },
  { db, makers }: { db: D1Database; makers: readonly string[] },
): Promise<void> {
  requireOrganizationManager(actor, actor.organizationId);
  requireOrganizationMaker(email, makers);
  const { name } = parse(naming, input);
  await setOrganizationName(db, actor.organizationId, name);
}
