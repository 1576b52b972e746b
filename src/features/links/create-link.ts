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
import { type IdempotentWrite, replay, type WriteResult } from "../writes/claim.ts";
import { type ClaimStore, onlyScope } from "../writes/claim-store.ts";
import type { LinkWriteOutcome } from "./create-store.ts";
import { adviceOf, type LinkExtension, startExtensions, writeHooksOf } from "./extension.ts";
import { forbiddenUrls } from "./forbidden-urls.ts";
import type { LinkStore } from "./link-store.ts";
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

/** Input of `createLink`. */
interface CreateLinkInput {
  definition: LinkDefinition;
  /** Null if the caller sent no Idempotency-Key. */
  idempotency: IdempotentWrite<CreatedLink> | null;
}

/**
 * The affiliate settings of projects, as the last creation in this isolate found them. A creation assumes them, and its
 * transaction checks them, so that none needs a read.
 */
const knownSettings = new Memory<{ own: Affiliate | undefined }>(1_000, HOUR_MS);

/** Dependencies of `createLink`. */
export interface CreateLinkDependencies {
  db: D1Database;
  projects: ProjectStore;
  domains: DomainStore;
  links: LinkStore;
  claims: ClaimStore;
  redirects: RedirectStore;
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
 */
export async function createLink(
  actor: OrganizationActor,
  { definition: sent, idempotency }: CreateLinkInput,
  dependencies: CreateLinkDependencies,
): Promise<WriteResult<CreatedLink>> {
  const { organizationId } = actor;
  requireCreation(actor, sent, dependencies.origins);

  const { db, links, claims, origins } = dependencies;
  // The write itself fails if the project doesn't exist, so it is looked up only before another error.
  const requireProject = () =>
    requireNamedProject(actor, { organizationId, projectId: sent.projectId }, dependencies.projects);
  const now = dependencies.now();
  const recall = async () => idempotency && (await claims.recall(idempotency, now));
  let domains: readonly Domain[];
  let definition = sent;
  try {
    domains = await dependencies.domains.confirmed(now);
    definition = await withOfferTimes(sent, organizationId, dependencies);
  } catch (error) {
    // While D1 is down, only a repeated request can succeed.
    const earlier = await recall();
    if (earlier) return replay(earlier, idempotency);
    throw error;
  }
  const domain = domainOfProject(domains, { organizationId, projectId: definition.projectId });
  const forbidden = forbiddenUrls(definition, origins, domains) ?? namesWithoutDomain(definition, domain);
  if (forbidden) {
    await requireProject();
    // A committed receipt takes precedence over an error: the rules may have changed since the first request.
    const earlier = idempotency && (await claims.find(idempotency, now));
    if (earlier) return replay(earlier, idempotency);
    throw forbidden;
  }
  const [hooks = []] = writeHooksOf(dependencies.extensions, [{ definition, previous: null }]);
  const asksRetailer = hooks.some(({ writeHooks }) => writeHooks.advise);
  // Repeats are rare, and the write itself detects them. So KV is read first only if that can save calls to a
  // retailer's API.
  const [recalled] = asksRetailer ? await Promise.all([recall(), requireProject()]) : [];
  if (recalled) return replay(recalled, idempotency);
  const advice = await adviceOf(hooks);

  const project = JSON.stringify([organizationId, definition.projectId]);
  for (let attempt = 1; ; attempt++) {
    const own = knownSettings.get(project, now.getTime())?.own;
    const write = newLinkWrite(
      { id: newId("lnk", now), definition, advice, own, idempotency },
      {
        organizationId,
        domains: await dependencies.domains.confirmed(now),
        origins,
        affiliate: dependencies.affiliate,
        now,
      },
    );
    const { link, claim, made } = write;
    const hookedLinks = [{ link, hooks }];
    const created = links.create({
      writes: [write],
      request: claim && onlyScope(claim),
      rows: creationRows(db, actor, now, hookedLinks),
    });
    const [outcome] = await created.catch(async (error: unknown): Promise<LinkWriteOutcome[]> => {
      const earlier = await recall();
      if (earlier) return [{ kind: "claimed", claim: earlier }];
      throw error;
    });
    if (outcome === undefined) throw new TypeError("a write without an outcome");
    if (outcome.kind === "written") {
      dependencies.redirects.publish(link, redirectEntry(link));
      if (claim) claims.remember(claim);
      startExtensions(hookedLinks, dependencies);
      return { kind: "made", value: made };
    }
    if (outcome.kind === "claimed") {
      // For a repeat, the first request has proved that the project exists.
      if (outcome.claim.fingerprint !== idempotency?.fingerprint) await requireProject();
      return replay(outcome.claim, idempotency);
    }
    if (outcome.kind === "domain_missing") dependencies.domains.forget();
    if (outcome.kind === "affiliate_changed")
      knownSettings.set(project, { own: ownAffiliate(outcome.own) }, now.getTime());
    if (!isWorthRetry(outcome) || attempt === SHORT_ID_ATTEMPTS) throw unwritten(actor, link, outcome);
  }
}
