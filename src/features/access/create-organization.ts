import * as z from "zod";
import { ServiceError } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import { parse } from "../../ground/core/validation.ts";
import { runBatch, settle } from "../../ground/platform/d1.ts";
import { wasRecorded } from "../writes/activity-store.ts";
import { memberActor } from "./actor.ts";
import type { Member } from "./member.ts";
import { memberActivity } from "./member-change.ts";
import { foundingStatements, memberNotes } from "./member-statements.ts";
import { organizationName } from "./organization.ts";
import { requireOrganizationMaker } from "./permissions.ts";
import { newOwnerId } from "./project.ts";

export interface NewOrganization {
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
