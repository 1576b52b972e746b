import { HOUR_MS } from "../../ground/core/days.ts";
import { newId } from "../../ground/core/ids.ts";
import type { Origins } from "../../ground/core/origins.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import type { Log } from "../../ground/platform/log.ts";
import { Memory } from "../../ground/platform/memory.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireNamedProject } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { type Domain, type DomainStore, domainOfProject } from "../addresses/domain-store.ts";
import { namesWithoutDomain } from "../addresses/taken-names.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { type Affiliate, ownAffiliate } from "../short-links/earners.ts";
import type { RedirectStore } from "../short-links/redirect-store.ts";
import {
  type EarlierResults,
  type IdempotentWrite,
  onlyScope,
  replay,
  type WriteResult,
} from "../writes/claim.ts";
import {
  type Advice,
  adviceOf,
  type LinkExtension,
  type NamedWriteHooks,
  startExtensions,
  writeHooksOf,
} from "./extension.ts";
import { forbiddenUrls } from "./forbidden-urls.ts";
import type { LinkWriteOutcome, LinkWriter } from "./link-write.ts";
import {
  type CreatedLink,
  creationRows,
  isWorthRetry,
  newLinkWrite,
  SHORT_ID_ATTEMPTS,
  unwritten,
} from "./new-link.ts";
import { withOfferTimes } from "./offer-rows.ts";
import { redirectEntry } from "./redirect-entry.ts";
import { requireCreation } from "./require-creation.ts";

interface CreateLinkInput {
  definition: LinkDefinition;
  /** Null if the caller sent no Idempotency-Key. */
  idempotency: IdempotentWrite<CreatedLink> | null;
}

/**
 * The affiliate settings of projects, as the last creation in this isolate found them. A creation assumes that they are the
 * same and reads nothing; its transaction writes nothing if they changed.
 */
const knownSettings = new Memory<{ own: Affiliate | undefined }>(1_000, HOUR_MS);

/** Dependencies of `createLink`. */
export interface CreateLinkDependencies {
  db: D1Database;
  projects: ProjectStore;
  domains: DomainStore;
  links: LinkWriter;
  claims: EarlierResults;
  redirects: Pick<RedirectStore, "publish">;
  extensions: readonly LinkExtension[];
  origins: Origins;
  /** The deployment's settings. */
  affiliate: Affiliate;
  now: () => Date;
  waitUntil: WaitUntil;
  log: Log;
}

/**
 * Creates a link and, if possible, its default QR code. Of several equal requests with the same Idempotency-Key, the first
 * writes and the others get its receipt. Throws `project_access_denied`, `quota_exceeded`, `url_not_allowed`,
 * `duplicate_slug`, `duplicate_gtin`, `domain_required` and `idempotency_conflict`.
 *
 * The order of checks:
 * 1. Scope: what the actor may create (`requireCreation`). The transaction checks that the project exists; before any
 *    other error, and before a retailer is queried, it is looked up.
 * 2. Parse: the offers' times and the domains. While D1 is down, a repeat still gets the earlier result from KV.
 * 3. Rules: the URLs and names that the project may use. The earlier result comes before their error, because the rules may
 *    have changed since.
 * 4. Build: repeats are rare, so only before calls of a retailer's API the earlier result is read from KV.
 * 5. `commit`: the earlier result, the project, its domain, the names, the quotas and the short id, in one transaction.
 */
export async function createLink(
  actor: OrganizationActor,
  { definition: sent, idempotency }: CreateLinkInput,
  dependencies: CreateLinkDependencies,
): Promise<WriteResult<CreatedLink>> {
  requireCreation(actor, sent, dependencies.origins);
  const { organizationId } = actor;
  const { claims, origins, projects } = dependencies;
  const named = { organizationId, projectId: sent.projectId };
  const now = dependencies.now();

  let parsed: { definition: LinkDefinition; domains: readonly Domain[] };
  try {
    const domains = await dependencies.domains.confirmed(now);
    parsed = { definition: await withOfferTimes(sent, organizationId, dependencies), domains };
  } catch (error) {
    const earlier = await claims.earlierResult(idempotency, now, "cache");
    if (earlier) return earlier;
    throw error;
  }
  const { definition, domains } = parsed;

  const broken =
    forbiddenUrls(definition, origins, domains) ??
    namesWithoutDomain(definition, domainOfProject(domains, named));
  if (broken) {
    await requireNamedProject(actor, named, projects);
    const earlier = await claims.earlierResult(idempotency, now);
    if (earlier) return earlier;
    throw broken;
  }

  const [hooks = []] = writeHooksOf(dependencies.extensions, [{ definition, previous: null }]);
  if (hooks.some(({ writeHooks }) => writeHooks.advise)) {
    const [earlier] = await Promise.all([
      claims.earlierResult(idempotency, now, "cache"),
      requireNamedProject(actor, named, projects),
    ]);
    if (earlier) return earlier;
  }
  const advice = await adviceOf(hooks);
  return commit(actor, { definition, advice, hooks, idempotency, now }, dependencies);
}

/** What a creation commits. */
interface Creation extends CreateLinkInput {
  advice: Advice;
  hooks: readonly NamedWriteHooks[];
  now: Date;
}

/**
 * Writes a new link with its claim, its first activity, its use of quotas and the statements of extensions in one
 * transaction; then publishes it, keeps its receipt for repeats and starts the extensions' work. Retries with another short
 * id, or with the project's new domain or affiliate settings. If D1 fails, a repeat gets the earlier result from KV.
 */
async function commit(
  actor: OrganizationActor,
  { definition, advice, hooks, idempotency, now }: Creation,
  dependencies: CreateLinkDependencies,
): Promise<WriteResult<CreatedLink>> {
  const { organizationId } = actor;
  const { db, links, claims, domains, origins, affiliate } = dependencies;
  const named = { organizationId, projectId: definition.projectId };
  const project = JSON.stringify([organizationId, definition.projectId]);
  for (let attempt = 1; ; attempt++) {
    const own = knownSettings.get(project, now.getTime())?.own;
    const write = newLinkWrite(
      { id: newId("lnk", now), definition, advice, own, idempotency },
      { organizationId, domains: await domains.confirmed(now), origins, affiliate, now },
    );
    const { link, claim, made } = write;
    const hookedLinks = [{ link, hooks }];
    const request = claim && onlyScope(claim);
    const rows = creationRows(db, actor, now, hookedLinks);
    let outcome: LinkWriteOutcome | undefined;
    try {
      [outcome] = await links.create({ writes: [write], request, rows });
    } catch (error) {
      const earlier = await claims.earlierResult(idempotency, now, "cache");
      if (earlier) return earlier;
      throw error;
    }
    if (outcome === undefined) throw new TypeError("a write without an outcome");
    if (outcome.kind === "written") {
      dependencies.redirects.publish(link, redirectEntry(link));
      if (claim) claims.remember(claim);
      startExtensions(hookedLinks, dependencies);
      return { kind: "made", value: made };
    }
    if (outcome.kind === "claimed") {
      // For a repeat, the first request has proved that the project exists.
      if (outcome.claim.fingerprint !== idempotency?.fingerprint)
        await requireNamedProject(actor, named, dependencies.projects);
      return replay(outcome.claim, idempotency);
    }
    if (outcome.kind === "domain_missing") domains.forget();
    if (outcome.kind === "affiliate_changed")
      knownSettings.set(project, { own: ownAffiliate(outcome.own) }, now.getTime());
    if (!isWorthRetry(outcome) || attempt === SHORT_ID_ATTEMPTS) throw unwritten(actor, link, outcome);
  }
}
