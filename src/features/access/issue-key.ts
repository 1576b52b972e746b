import * as z from "zod";
import { type FieldProblem, serviceUnavailable, validationFailed } from "../../ground/core/errors.ts";
import { cryptoRandomBytes, newId, type RandomBytes } from "../../ground/core/ids.ts";
import { label, text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { SCOPES, type Scope } from "../../ground/core/vocabulary.ts";
import { list } from "../../ground/core/zod-extensions.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../writes/claim.ts";
import type { Actor } from "./actor.ts";
import { type ApiKeyRecord, type IssuedKey, newApiKey } from "./api-key.ts";
import type { NewApiKey } from "./api-key-statements.ts";
import type { ApiKeyStore, KeyWriteOutcome } from "./api-key-store.ts";
import { organizationIdProblems, projectIdProblems } from "./new-ids.ts";
import { requireKeyManager } from "./permissions.ts";
import { MAX_ID } from "./project.ts";
import type { ProjectStore } from "./project-store.ts";

/** The longest name of a key, in Unicode code points. */
export const MAX_KEY_NAME = 120;

export interface KeyRequest {
  organization: string;
  /** The projects that the key may use, archived ones included. */
  projects: "all" | readonly string[];
  /** More projects to create if they are missing. Only a job may. */
  createProjects: readonly string[];
  scopes: readonly Scope[];
  /** Not necessarily unique. */
  name: string;
  /** ISO 8601 in UTC with milliseconds; null: the key never expires. */
  expiresAt: string | null;
}

const keyRequest: z.ZodType<KeyRequest> = z.object({
  organization: text(1, MAX_ID),
  projects: z.union([z.literal("all"), list(text(1, MAX_ID))]),
  createProjects: list(text(1, MAX_ID)),
  scopes: list(z.enum(SCOPES)),
  name: label(MAX_KEY_NAME),
  expiresAt: z.iso.datetime({ precision: 3 }).nullable(),
});

interface IssueKeyInput {
  request: KeyRequest;
  /** The receipt never contains the text of the key, which is stored nowhere. */
  idempotency: IdempotentWrite<ApiKeyRecord> | null;
}

export interface IssueKeyDependencies {
  apiKeys: ApiKeyStore;
  projects: ProjectStore;
  now: () => Date;
  randomBytes?: RandomBytes;
}

/**
 * Issues an API key. Only the result has the text of the key. A job also creates the organization and the projects that are
 * missing. A member has to name existing projects, at least one project and one scope, and an expiry in the future. Of
 * several equal requests with the same idempotency key, the first issues a key and all others get its receipt. Throws
 * `validation_failed`, `quota_exceeded` and `idempotency_conflict`.
 */
export async function issueKey(
  actor: Actor,
  { request, idempotency }: IssueKeyInput,
  dependencies: IssueKeyDependencies,
): Promise<WriteResult<IssuedKey>> {
  const { outcome, key } = await insertKey(actor, request, { onlyFirst: false, idempotency }, dependencies);
  if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
  if (outcome.kind === "quota_exceeded") throw outcome.error;
  // The quota was used up during the write, and is not any longer.
  if (outcome.kind === "refused") throw serviceUnavailable(new Error("the new key was not stored"));
  return { kind: "made", value: { ...outcome.key, key } };
}

/**
 * Issues a key like `issueKey`, if the quota allows it; null if the organization has or ever had a key. Of two concurrent
 * calls, only the first issues a key. Throws what `issueKey` throws, except `idempotency_conflict`.
 */
export async function issueFirstKey(
  actor: Actor,
  request: KeyRequest,
  dependencies: IssueKeyDependencies,
): Promise<IssuedKey | null> {
  const how = { onlyFirst: true, idempotency: null };
  const { outcome, key } = await insertKey(actor, request, how, dependencies);
  if (outcome.kind === "quota_exceeded") throw outcome.error;
  return outcome.kind === "written" ? { ...outcome.key, key } : null;
}

async function insertKey(
  actor: Actor,
  input: KeyRequest,
  { onlyFirst, idempotency }: { onlyFirst: boolean } & Pick<IssueKeyInput, "idempotency">,
  { apiKeys, projects, now: clock, randomBytes = cryptoRandomBytes }: IssueKeyDependencies,
): Promise<{ outcome: KeyWriteOutcome; key: string }> {
  requireKeyManager(actor, input.organization);
  const request = withoutRepeats(parse(keyRequest, input));
  const now = clock();
  const isJob = actor.type === "job";
  if (isJob) await requireNewIds(request, projects);
  else await requireChoice(request, now, projects);
  const { key, hash, prefix } = await newApiKey(randomBytes);
  const selected = request.projects === "all" ? [] : request.projects;
  const record: ApiKeyRecord = {
    id: newId("key", now, randomBytes),
    organizationId: request.organization,
    prefix,
    name: request.name,
    projects: request.projects,
    scopes: request.scopes,
    createdAt: now.toISOString(),
    expiresAt: request.expiresAt,
    revokedAt: null,
    lastUsedAt: null,
    clientId: null,
    issuedBy: { type: actor.type, id: actor.id },
  };
  const newKey: NewApiKey = {
    ...record,
    hash,
    createProjects: isJob ? [...new Set([...selected, ...request.createProjects])] : [],
    createOrganization: isJob,
    onlyFirst,
  };
  const claim = idempotency && newClaim(idempotency, record.id, idempotency.receipt(record), now);
  const outcome = await apiKeys.insert(newKey, { actor, at: record.createdAt }, claim);
  return { outcome, key };
}

/** Throws `validation_failed` if an organization or project would be created with a malformed id. */
async function requireNewIds(
  { organization, projects, createProjects }: KeyRequest,
  store: ProjectStore,
): Promise<void> {
  const named = [
    ...(projects === "all" ? [] : projects).map((id, index) => ({ field: `projects[${index}]`, id })),
    ...createProjects.map((id, index) => ({ field: `createProjects[${index}]`, id })),
  ];
  const problems = [
    ...(await organizationIdProblems(organization, store)),
    ...(await projectIdProblems(organization, named, store)),
  ];
  if (problems.length > 0) throw validationFailed(problems);
}

const withoutRepeats = (request: KeyRequest): KeyRequest => ({
  ...request,
  projects: request.projects === "all" ? "all" : [...new Set(request.projects)],
  scopes: [...new Set(request.scopes)],
});

/** Throws `validation_failed` for a request that a person can't have meant, or may not make here. */
async function requireChoice(
  { organization, projects, createProjects, scopes, expiresAt }: KeyRequest,
  now: Date,
  store: ProjectStore,
): Promise<void> {
  const problems: FieldProblem[] = [];
  // Projects are never deleted, so one that exists now exists when the key is written.
  const missing = projects === "all" ? [] : await store.missing(organization, projects);
  if (projects.length === 0) problems.push({ field: "projects", message: "must name at least one project" });
  for (const project of missing) {
    const index = projects.indexOf(project);
    problems.push({ field: `projects[${index}]`, message: "is not a project of this organization" });
  }
  if (createProjects.length > 0) problems.push({ field: "createProjects", message: "must be empty" });
  if (scopes.length === 0) problems.push({ field: "scopes", message: "must name at least one scope" });
  if (expiresAt !== null && expiresAt <= now.toISOString()) {
    problems.push({ field: "expiresAt", message: "must be in the future" });
  }
  if (problems.length > 0) throw validationFailed(problems);
}
