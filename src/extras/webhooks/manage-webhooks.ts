import * as z from "zod";
import type { OrganizationActor } from "../../features/access/actor.ts";
import { accessActivity } from "../../features/access/key-activity.ts";
import { requireNamedProject, requireWebhookManager } from "../../features/access/permissions.ts";
import type { ProjectStore } from "../../features/access/project-store.ts";
import { changesBetween, type FieldChange } from "../../features/writes/activity.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../../features/writes/claim.ts";
import { DAY_MS } from "../../ground/core/days.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import { mergePatch } from "../../ground/core/json.ts";
import type { Origins } from "../../ground/core/origins.ts";
import { portOf } from "../../ground/core/urls.ts";
import { parse } from "../../ground/core/validation.ts";
import type { OperationScope } from "../../ground/core/vocabulary.ts";
import { type HostKnowledge, ownHostTest } from "../../ground/platform/own-hosts.ts";
import { newSecret, type SecretBox } from "./secrets.ts";
import { MAX_WEBHOOKS, requireAllowedUrl, type Webhook, webhookFields } from "./webhook.ts";
import type { WebhookStore } from "./webhook-store.ts";

export const WEBHOOKS_SCOPE: OperationScope = "webhooks:write";

/** How long the secret before signs beside a new one, in milliseconds. */
const ROTATION = DAY_MS;

interface WebhookDependencies extends Omit<HostKnowledge, "serviceHosts"> {
  webhooks: WebhookStore;
  projects: ProjectStore;
  secretBox: SecretBox;
  origins: Pick<Origins, "api" | "shortLink">;
  /** Whether events may be sent to this machine, as with `npm start`. */
  sendsLocally?: boolean;
}

/** Throws `url_not_allowed` unless events may be sent to `url`. */
async function requireOutside(
  url: string,
  { origins, sendsLocally, ...known }: WebhookDependencies,
): Promise<void> {
  const own = [new URL(origins.api), new URL(origins.shortLink)];
  const isOwn = await ownHostTest({ ...known, serviceHosts: own.map(({ hostname }) => hostname) });
  requireAllowedUrl(url, isOwn, sendsLocally ? own.map(portOf) : null);
}

/** A webhook with its secret, which is shown once. */
export interface NewWebhook {
  webhook: Webhook;
  secret?: string;
}

interface CreateWebhookInput {
  url: string;
  types?: Webhook["types"] | undefined;
  description?: string | undefined;
  projectId?: string | undefined;
  idempotency: IdempotentWrite<NewWebhook> | null;
}

const notFound = () => new ServiceError("not_found", "There is no such webhook.");

/** The record of a change. */
const activityOf = (
  actor: OrganizationActor,
  { id }: Pick<Webhook, "id">,
  changes: FieldChange[],
  now: Date,
) => accessActivity({ actor, at: now.toISOString() }, actor.organizationId, { type: "webhook", id }, changes);

/**
 * Creates a webhook, which gets later events. The response to a repeat has no secret. Throws `project_access_denied`,
 * `url_not_allowed`, `quota_exceeded` and `idempotency_conflict`.
 */
export async function createWebhook(
  actor: OrganizationActor,
  { url, projectId, types = null, description = "", idempotency }: CreateWebhookInput,
  dependencies: WebhookDependencies,
): Promise<WriteResult<NewWebhook>> {
  const { organizationId } = actor;
  const { webhooks, projects, secretBox, origins } = dependencies;
  requireWebhookManager(actor, projectId ?? null);
  if (projectId !== undefined) await requireNamedProject(actor, { organizationId, projectId }, projects);
  const now = dependencies.now();
  await requireOutside(url, dependencies);
  const webhook: Webhook = {
    ...{ id: newId("whk", now), organizationId, projectId: projectId ?? null, url, types, description },
    ...{ status: "active", disabledBecause: null, failingSince: null, createdAt: now.toISOString() },
    createdBy: { type: actor.type, id: actor.id, name: null },
  };
  const secret = newSecret();
  const sealed = await secretBox.seal(webhook.id, secret);
  const activity = activityOf(
    actor,
    webhook,
    changesBetween({}, { url, types: types ?? [], projectId }),
    now,
  );
  const claim = idempotency && newClaim(idempotency, webhook.id, idempotency.receipt({ webhook }), now);
  const outcome = await webhooks.add(webhook, sealed, origins.api, { activity, claim });
  if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
  if (outcome.kind === "outdated")
    throw new ServiceError(
      "quota_exceeded",
      `The organization has ${MAX_WEBHOOKS} webhooks. Change or delete one of them.`,
    );
  return { kind: "made", value: { webhook, secret } };
}

/** The webhooks of the projects that the actor reaches. */
export async function listWebhooks(
  actor: OrganizationActor,
  { webhooks }: Pick<WebhookDependencies, "webhooks">,
): Promise<Webhook[]> {
  requireWebhookManager(actor);
  const { projects } = actor;
  const all = await webhooks.list(actor.organizationId);
  return all.filter(
    ({ projectId }) => projects === "all" || (projectId !== null && projects.includes(projectId)),
  );
}

/** One webhook. Throws `not_found` and `project_access_denied`. */
export async function getWebhook(
  actor: OrganizationActor,
  { webhookId }: { webhookId: string },
  { webhooks }: Pick<WebhookDependencies, "webhooks">,
): Promise<Webhook> {
  requireWebhookManager(actor);
  const found = await webhooks.find(actor.organizationId, webhookId);
  if (!found) throw notFound();
  requireWebhookManager(actor, found.projectId);
  return found;
}

const patched = z.strictObject({ ...webhookFields, status: z.enum(["active", "inactive"]) });

/**
 * Changes a webhook by a merge patch. One that is switched on gets what happens from then on, and what was waiting. Throws
 * `not_found`, `project_access_denied`, `validation_failed` and `url_not_allowed`.
 */
export async function changeWebhook(
  actor: OrganizationActor,
  { webhookId, patch }: { webhookId: string; patch: Readonly<Record<string, unknown>> },
  dependencies: WebhookDependencies,
): Promise<Webhook> {
  const before = await getWebhook(actor, { webhookId }, dependencies);
  const { url, types, description, status } = before;
  const old = { url, ...(types && { types }), description, status };
  const {
    types: eventTypes = null,
    description: words = "",
    ...rest
  } = parse(patched, mergePatch(old, patch));
  const changed = { types: eventTypes, description: words, ...rest };
  // In the activity, an empty list of types stands for all.
  const changes = changesBetween({ ...old, types: types ?? [] }, { ...changed, types: changed.types ?? [] });
  if (changes.length === 0) return before;
  const now = dependencies.now();
  if (changed.url !== url) await requireOutside(changed.url, dependencies);
  const disabledBecause = changed.status === status ? before.disabledBecause : null;
  const after: Webhook = { ...before, ...changed, disabledBecause, failingSince: null };
  await dependencies.webhooks.update(after, activityOf(actor, before, changes, now));
  return after;
}

/** Deletes a webhook with its deliveries, and returns it as it was. Throws what `getWebhook` throws. */
export async function deleteWebhook(
  actor: OrganizationActor,
  input: { webhookId: string },
  { webhooks, now }: Pick<WebhookDependencies, "webhooks" | "now">,
): Promise<Webhook> {
  const webhook = await getWebhook(actor, input, { webhooks });
  await webhooks.remove(webhook, activityOf(actor, webhook, [{ field: "removed", to: true }], now()));
  return webhook;
}

/**
 * Gives a webhook another secret. For a day, the one before signs too. A webhook whose secret could not be read is on again.
 * The response of a repeat has no secret. Throws what `getWebhook` throws, and `idempotency_conflict`.
 */
export async function rotateSecret(
  actor: OrganizationActor,
  { webhookId, idempotency }: { webhookId: string; idempotency: IdempotentWrite<NewWebhook> | null },
  dependencies: WebhookDependencies,
): Promise<WriteResult<NewWebhook>> {
  const before = await getWebhook(actor, { webhookId }, dependencies);
  const webhook: Webhook =
    before.disabledBecause === "secret_unreadable"
      ? { ...before, status: "active", disabledBecause: null }
      : before;
  const now = dependencies.now();
  const secret = newSecret();
  const sealed = await dependencies.secretBox.seal(webhookId, secret);
  const activity = activityOf(actor, webhook, [{ field: "secretRotated", to: true }], now);
  const claim = idempotency && newClaim(idempotency, activity.id, idempotency.receipt({ webhook }), now);
  const until = new Date(now.getTime() + ROTATION);
  const outcome = await dependencies.webhooks.rotate(webhook, sealed, until, { activity, claim });
  return outcome.kind === "claimed"
    ? replay(outcome.claim, idempotency)
    : { kind: "made", value: { webhook, secret } };
}
