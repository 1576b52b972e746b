import { ServiceError, serviceUnavailable, validationFailed } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import { keptOf, type Origins } from "../../ground/core/origins.ts";
import { MAX_SLUGS } from "../../ground/core/slug.ts";
import { retailerScopes } from "../../ground/core/vocabulary.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import type { Guard } from "../../ground/platform/guard.ts";
import { pauseBeforeAttempt, runQueued } from "../../ground/platform/keyed-queue.ts";
import type { Log } from "../../ground/platform/log.ts";
import type { Actor } from "../access/actor.ts";
import { requireOwned, requireScope } from "../access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../access/scopes.ts";
import type { DomainStore } from "../addresses/domain-store.ts";
import { namesWithoutDomain, takenName } from "../addresses/taken-names.ts";
import { changedGtinCode } from "../qr-codes/gtin-code.ts";
import type { QrCode } from "../qr-codes/qr-code.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import type { RedirectStore } from "../short-links/redirect-store.ts";
import { changesBetween } from "../writes/activity.ts";
import type { LinkActivity } from "../writes/activity-statements.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../writes/claim.ts";
import type { ClaimStore } from "../writes/claim-store.ts";
import type { ChangeOutcome } from "../writes/guarded-change.ts";
import { extractLongValues } from "../writes/long-value-store.ts";
import { quotaError } from "../writes/quota-check.ts";
import {
  extensionStatements,
  type LinkExtension,
  type NamedWriteHooks,
  startExtensions,
  writeHooksOf,
} from "./extension.ts";
import { forbiddenUrls } from "./forbidden-urls.ts";
import { definitionOf, type Link } from "./link.ts";
import { demandsOf, formerNames, type LinkChange, writeLinkChange } from "./link-change-store.ts";
import type { LinkFinder } from "./link-finder.ts";
import type { WrittenLink } from "./link-write.ts";
import { withOfferTimes } from "./offer-rows.ts";
import { changeWarnings } from "./part-report.ts";
import { applyPatch, type LinkPatch } from "./patch.ts";
import { redirectEntry } from "./redirect-entry.ts";
import { resolveChangedDestination } from "./resolve-destination.ts";

/** Attempts while other isolates change the same link. */
const ATTEMPTS = 10;

/** A link after a patch, which may have had no effect. */
export type ChangedLink = WrittenLink & { isChanged: boolean };

export interface ChangeLinkInput {
  linkId: string;
  /** The patch, or the function that makes it for the link as it is; it may throw a `ServiceError`. */
  patch: LinkPatch | ((link: Link) => LinkPatch);
  /** The revisions that the caller expects; null for any. */
  expected: readonly number[] | null;
  idempotency: IdempotentWrite<ChangedLink> | null;
  /** Whether to return warnings, which can take reads. */
  warns?: boolean;
}

export interface ChangeLinkDependencies {
  db: D1Database;
  links: LinkFinder;
  domains: DomainStore;
  claims: ClaimStore;
  redirects: RedirectStore;
  extensions: readonly LinkExtension[];
  origins: Origins;
  now: () => Date;
  waitUntil: WaitUntil;
  log: Log;
}

/**
 * Changes a link's definition or status; its short id and QR codes stay the same. If another caller changes the link
 * concurrently, the patch is applied to their result, so that neither change is lost; see `runQueued` for how many may wait.
 * A patch without an effect writes nothing. Throws `not_found`, `project_access_denied`, `precondition_failed`,
 * `validation_failed`, `unsupported_retailer_intent`, `url_not_allowed`, `quota_exceeded`, `duplicate_slug`,
 * `duplicate_gtin`, `domain_required` and `idempotency_conflict`.
 */
export async function changeLink(
  actor: Actor,
  input: ChangeLinkInput,
  dependencies: ChangeLinkDependencies,
): Promise<WriteResult<ChangedLink>> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  return runQueued(input.linkId, () => changeQueued(actor, input, dependencies));
}

async function changeQueued(
  actor: Actor,
  input: ChangeLinkInput,
  dependencies: ChangeLinkDependencies,
): Promise<WriteResult<ChangedLink>> {
  const { claims } = dependencies;
  const { idempotency } = input;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > 1) await pauseBeforeAttempt(attempt);
    const found = await dependencies.links.findWithDefaultQrCode(input.linkId);
    const before = requireOwned(actor, found?.link);
    for (const scope of retailerScopes(before)) requireScope(actor, scope);
    // A repeated request gets the first response again, even if the link has changed since.
    const earlier = await claims.earlierResult(idempotency, dependencies.now());
    if (earlier) return earlier;
    requireRevision(before, input.expected);
    const outcome = await attemptChange(actor, before, found?.qrCode ?? null, input, dependencies);
    if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
    if (outcome.kind === "written") return { kind: "made", value: outcome.changed };
  }
  throw serviceUnavailable(new Error("the link keeps changing concurrently"));
}

function requireRevision({ revision }: Link, expected: readonly number[] | null): void {
  if (expected === null || expected.includes(revision)) return;
  throw new ServiceError("precondition_failed", "The link changed after you read it. Reload and retry.");
}

/** `outdated`: another caller changed the link after it was read. */
type ChangeAttempt = { kind: "written"; changed: ChangedLink } | Exclude<ChangeOutcome, { kind: "written" }>;

/** Parses the patch of one attempt, checks it by the rules, builds the link after it, and commits. */
async function attemptChange(
  actor: Actor,
  before: Link,
  qrCode: QrCode | null,
  { patch, idempotency, warns }: ChangeLinkInput,
  dependencies: ChangeLinkDependencies,
): Promise<ChangeAttempt> {
  const { db, origins } = dependencies;
  const patchNow = typeof patch === "function" ? patch(before) : patch;
  const { definition: patched, status } = applyPatch(before, patchNow);
  const definition = await withOfferTimes(patched, before.organizationId, dependencies);

  for (const scope of retailerScopes(definition)) requireScope(actor, scope);
  const broken = await brokenRule(before, definition, dependencies);
  if (broken) throw broken;

  const changes = changesBetween(
    { ...definitionOf(before), status: before.status },
    { ...definition, status },
  );
  const now = dependencies.now();
  const changedLink = async (link: Link, hooks: readonly NamedWriteHooks[]): Promise<ChangedLink> => ({
    link,
    qrCode,
    isChanged: link !== before,
    ...(warns && { warnings: await changeWarnings(link, before, hooks, { ...dependencies, now }) }),
  });
  if (changes.length === 0) return { kind: "written", changed: await changedLink(before, []) };
  const [hooks = []] = writeHooksOf(dependencies.extensions, [{ definition, previous: before }]);
  const resolved = await resolveChangedDestination(before, definition, hooks, { now });
  const after: Link = {
    ...recordOf(before),
    ...definition,
    slugs: slugsWith(before, definition.slug),
    status,
    ...resolved,
    version: before.version + 1,
    revision: before.revision + 1,
    updatedAt: now.toISOString(),
  };
  const activity: LinkActivity = {
    id: newId("act", now),
    organizationId: before.organizationId,
    at: after.updatedAt,
    actor: { type: actor.type, id: actor.id, correlationId: actor.correlationId },
    object: { type: "link", id: before.id },
    ...(await extractLongValues(changes)),
    linkId: before.id,
    destination: after.destination,
  };
  const changed = await changedLink(after, hooks);
  const claim = idempotency && newClaim(idempotency, activity.id, idempotency.receipt(changed), now);
  const rows = (link: Link, written: Guard) => [
    ...changedGtinCode(db, { before, after, origins, at: after.updatedAt }, written),
    ...extensionStatements([{ link, hooks }], written),
  ];

  const outcome = await commit({ before, after, activity, claim, rows }, hooks, dependencies);
  return outcome.kind === "written" ? { kind: "written", changed } : outcome;
}

/** The error for URLs and names that the link may not get; null if there is none. */
async function brokenRule(
  before: Link,
  definition: LinkDefinition,
  { domains, origins, now }: ChangeLinkDependencies,
): Promise<ServiceError | null> {
  // A link whose domain was taken back keeps its GTIN and its kept addresses.
  const added = {
    ...(definition.gtin !== before.gtin && { gtin: definition.gtin }),
    addresses: { keep: keptOf(definition).filter((path) => !keptOf(before).includes(path)) },
  };
  return (
    forbiddenUrls(definition, origins, await domains.confirmed(now()), before) ??
    namesWithoutDomain(added, before.domain)
  );
}

/**
 * Writes a change with its claim, its activity, its use of quotas and the statements of extensions in one transaction; then
 * publishes the link, keeps the receipt for repeats and starts the extensions' work. Throws `quota_exceeded`,
 * `duplicate_slug` and `duplicate_gtin`.
 */
async function commit(
  change: LinkChange,
  hooks: readonly NamedWriteHooks[],
  dependencies: ChangeLinkDependencies,
): Promise<ChangeOutcome> {
  const { before, after, claim } = change;
  const { db, redirects } = dependencies;
  const outcome = await writeLinkChange(db, change);
  if (outcome.kind === "outdated") {
    const full = await quotaError(db, before.organizationId, demandsOf(change));
    if (full) throw full;
    const taken = await takenName(db, after);
    if (taken) throw taken;
  }
  if (outcome.kind !== "written") return outcome;
  redirects.publish(after, redirectEntry(after));
  for (const name of formerNames(before, after)) redirects.publishChange(`${before.domain}/${name}`);
  if (claim) dependencies.claims.remember(claim);
  startExtensions([{ link: after, hooks }], dependencies);
  return outcome;
}

/** The fields of a link that no change of its definition affects. */
const recordOf = ({ id, organizationId, shortId, domain, createdAt, affiliateSettings }: Link) => ({
  id,
  organizationId,
  shortId,
  domain,
  createdAt,
  ...(affiliateSettings && { affiliateSettings }),
});

/** All slugs of a link that gets `slug`. Throws `validation_failed` above the limit. */
function slugsWith({ slugs = [] }: Link, slug: string | undefined): Link["slugs"] {
  const all = slug === undefined || slugs.includes(slug) ? slugs : [...slugs, slug];
  if (all.length > MAX_SLUGS)
    throw validationFailed([
      {
        field: "slug",
        message: `can't be added: a link can have at most ${MAX_SLUGS} slugs over time. Use an earlier slug again`,
      },
    ]);
  return all.length > 0 ? all : undefined;
}
