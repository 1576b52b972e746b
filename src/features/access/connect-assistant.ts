import * as z from "zod";
import { serviceUnavailable, validationFailed } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import { label, text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { SCOPES, type Scope } from "../../ground/core/vocabulary.ts";
import { list } from "../../ground/core/zod-extensions.ts";
import { hasScope, type MemberActor, type Projects } from "./actor.ts";
import { type ApiKeyRecord, type IssuedKey, newApiKey } from "./api-key.ts";
import { type IssueKeyDependencies, MAX_KEY_NAME } from "./issue-key.ts";
import { memberProjects } from "./member.ts";
import { projectDenied } from "./permissions.ts";

/** What only owners may do, so that only their assistants may. */
const OF_OWNERS: readonly Scope[] = ["projects:write", "exports:write", "webhooks:write"];

/** The scopes that a member may hand on to an assistant: never more than the member's own. */
export const assistantScopes = (actor: MemberActor): readonly Scope[] =>
  SCOPES.filter((scope) => hasScope(actor, scope) && (actor.role === "owner" || !OF_OWNERS.includes(scope)));

interface Connection {
  clientId: string;
  name: string;
  scopes: readonly Scope[];
  projects: Projects;
}

const connection: z.ZodType<Connection> = z.object({
  clientId: text(1, 2_000),
  name: label(MAX_KEY_NAME),
  scopes: list(z.enum(SCOPES)),
  projects: memberProjects,
});

/**
 * Issues the API key of an assistant that a member lets in. It ends once the member is removed or gets other rights, and once
 * the member connects the same assistant again. Throws `validation_failed`, `project_access_denied` and `quota_exceeded`.
 */
export async function connectAssistant(
  actor: MemberActor,
  input: Connection,
  { apiKeys, projects: store, now: clock }: IssueKeyDependencies,
): Promise<IssuedKey> {
  const { clientId, name, scopes, projects } = parse(connection, input);
  const allowed = assistantScopes(actor);
  if (scopes.length === 0 || scopes.some((scope) => !allowed.includes(scope)))
    throw validationFailed([{ field: "scopes", message: "must name something that you may do yourself" }]);
  if (actor.projects !== "all") {
    const own = actor.projects;
    if (projects === "all" || projects.some((id) => !own.includes(id))) throw projectDenied(actor);
  }
  const [missing] = projects === "all" ? [] : await store.missing(actor.organizationId, projects);
  if (missing !== undefined)
    throw validationFailed([{ field: "projects", message: `This organization has no project ${missing}` }]);
  const now = clock();
  const { key, hash, prefix } = await newApiKey();
  const record: ApiKeyRecord = {
    id: newId("key", now),
    organizationId: actor.organizationId,
    prefix,
    name,
    projects,
    scopes: [...new Set(scopes)],
    createdAt: now.toISOString(),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    clientId,
    issuedBy: { type: actor.type, id: actor.id },
  };
  const how = { hash, createProjects: [], createOrganization: false, onlyFirst: false };
  const outcome = await apiKeys.insert({ ...record, ...how }, { actor, at: record.createdAt }, null);
  if (outcome.kind === "quota_exceeded") throw outcome.error;
  if (outcome.kind !== "written") throw serviceUnavailable(new Error("the new key was not stored"));
  return { ...outcome.key, key };
}
