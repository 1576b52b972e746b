import * as z from "zod";
import { ServiceError, serviceUnavailable, validationFailed } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import { parse } from "../../ground/core/validation.ts";
import { isZone, UTC } from "../../ground/core/zone.ts";
import { runBatch, settle } from "../../ground/platform/d1.ts";
import { wasRecorded } from "../writes/activity-store.ts";
import { QUOTAS, type QuotaChanges, setQuotas } from "../writes/quota-check.ts";
import { type Actor, type MemberActor, memberActor } from "./actor.ts";
import { accessActivity } from "./key-activity.ts";
import { memberActivity } from "./manage-members.ts";
import type { Member } from "./member.ts";
import { foundingStatements, memberNotes } from "./member-statements.ts";
import { organizationName, readOrganization, setOrganizationName, setTimeZone } from "./organization.ts";
import { requireOperator, requireOrganizationMaker, requireOrganizationManager } from "./permissions.ts";
import { newOwnerId } from "./project.ts";

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

interface NewOrganization {
  /** `proposedProjectId` proposes an id for a name. */
  id: string;
  name: string;
}

const newOrganization: z.ZodType<NewOrganization> = z.object({ id: newOwnerId, name: organizationName });

/**
 * Creates an organization, with the person of this email address, in lower case, as its first owner. A repeat by the owner
 * changes nothing. `makers` are the people whom the operator lists. Throws `validation_failed` and `duplicate_identifier`.
 */
export async function createOrganization(
  email: string,
  input: NewOrganization,
  { db, makers, now: clock }: { db: D1Database; makers: readonly string[]; now: () => Date },
): Promise<Member> {
  requireOrganizationMaker(email, makers);
  const { id: organizationId, name } = parse(newOrganization, input);
  const now = clock();
  const at = now.toISOString();
  const id = newId("mem", now);
  const owner: Member = { id, organizationId, email, role: "owner", projects: "all", createdAt: at };
  const activity = memberActivity(memberActor(owner), owner, undefined, owner, now);
  const statements = [...foundingStatements(db, owner, name), ...memberNotes(db, owner, activity)];
  await settle(
    () => runBatch(db, statements),
    async () => ((await wasRecorded(db, activity)) ? [] : null),
  );
  if (await wasRecorded(db, activity)) return owner;
  throw new ServiceError("duplicate_identifier", "There is an organization with this id already.", {
    details: [{ field: "id", message: "is already used by another organization" }],
  });
}
