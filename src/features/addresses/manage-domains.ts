import * as z from "zod";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { randomBase62 } from "../../ground/core/ids.ts";
import { parse } from "../../ground/core/validation.ts";
import type { Actor } from "../access/actor.ts";
import { readOrganization } from "../access/organization.ts";
import { requireOperator, requireOrganizationManager } from "../access/permissions.ts";
import { changesBetween } from "../writes/activity.ts";
import { quotaError } from "../writes/quota-check.ts";
import {
  type DomainDependencies,
  type DomainRef,
  domainNotFound,
  domainTaken,
  requireClaimable,
  requireDomain,
  requireUsable,
} from "./claimed-domain.ts";
import { type DomainSettings, domainHost, domainSettings } from "./domain-settings.ts";
import {
  changeDemands,
  claimDemands,
  deleteDomain,
  domainActivity,
  domainChanges,
  domainValues,
  insertDomain,
  releasedBy,
  updateDomain,
} from "./domain-statements.ts";
import { type Domain, type DomainStore, MAX_CONFIRMED, NO_APPS } from "./domain-store.ts";
import { isProven, type TxtResolver, txtRecord } from "./txt-record.ts";

const TOKEN_LENGTH = 32;

/**
 * Claims a domain for an organization. An operator's claim is confirmed, and its links redirect within 30 s; a member's
 * claim has no effect until `confirmDomain`. Throws `not_found`, `insufficient_scope`, `validation_failed`,
 * `duplicate_identifier` for a host that an organization has or this organization already claims, and `quota_exceeded`.
 */
export async function addDomain(
  actor: Actor,
  { organizationId, ...input }: DomainSettings & { host: string; organizationId: string },
  dependencies: DomainDependencies,
): Promise<Domain> {
  requireOrganizationManager(actor, organizationId);
  const { db, domains } = dependencies;
  const settings = parse(domainSettings.extend(z.object({ host: domainHost }).shape), input);
  const { host, projectId = null, rootUrl = null, notFoundUrl = null } = settings;
  await readOrganization(db, organizationId);
  requireClaimable(actor, host, dependencies.ownHosts);
  const now = dependencies.now();
  const createdAt = now.toISOString();
  const domain: Domain = {
    host,
    organizationId,
    projectId,
    rootUrl,
    notFoundUrl,
    createdAt,
    iosApps: settings.iosApps ?? NO_APPS.iosApps,
    androidApps: settings.androidApps ?? NO_APPS.androidApps,
    appAddresses: settings.appAddresses ?? NO_APPS.appAddresses,
    token: randomBase62(TOKEN_LENGTH),
    confirmedAt: actor.type === "job" ? createdAt : null,
  };
  await requireUsable(domain, dependencies);
  const changes = changesBetween({}, { host, ...domainValues(domain) });
  const added = { domain, activity: domainActivity(actor, domain, changes, now) };
  const released = releasedBy(actor, domain, await domains.list(organizationId), now);
  const inserted = await insertDomain(db, added, released);
  domains.forget();
  if (inserted) return domain;
  const claims = await domains.claimsOf(host);
  if (claims.some((each) => each.confirmedAt !== null || each.organizationId === organizationId))
    throw domainTaken(host);
  throw (await quotaError(db, organizationId, claimDemands(added))) ?? tooManyDomains();
}

/**
 * Changes where a domain redirects, or the project whose new links get it; another domain of that project loses the project.
 * Existing links keep their domain. Throws `not_found`, `insufficient_scope`, `validation_failed` and `quota_exceeded`.
 */
export async function changeDomain(
  actor: Actor,
  { host, organizationId, ...input }: DomainSettings & DomainRef,
  dependencies: DomainDependencies,
): Promise<Domain> {
  const { db, domains } = dependencies;
  const before = await requireDomain(actor, { host, organizationId }, domains);
  const settings = parse(domainSettings, input);
  const domain: Domain = {
    ...before,
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
  };
  await requireUsable(domain, dependencies);
  const changes = domainChanges(before, domain);
  if (changes.length === 0) return domain;
  const now = dependencies.now();
  const changed = { domain, activity: domainActivity(actor, domain, changes, now) };
  const released = releasedBy(actor, domain, await domains.list(domain.organizationId), now);
  const updated = await updateDomain(db, before, changed, released);
  domains.forget();
  if (updated) return domain;
  throw (await quotaError(db, domain.organizationId, changeDemands(changed))) ?? domainNotFound();
}

/**
 * Confirms a claim, so that its links redirect within 30 s. An operator confirms it directly; an owner through the TXT
 * record of `txtRecord`, if there is a resolver. A confirmed claim stays as it is. Throws `not_found`, `insufficient_scope`
 * if only an operator can confirm it, `validation_failed` for `host` if the record is missing, `duplicate_identifier` if
 * another organization now has the host, and `quota_exceeded`.
 */
export async function confirmDomain(
  actor: Actor,
  ref: DomainRef,
  dependencies: DomainDependencies & { txtResolver: TxtResolver | null },
): Promise<Domain> {
  const { db, domains, txtResolver } = dependencies;
  const before = await requireDomain(actor, ref, domains);
  if (before.confirmedAt !== null) return before;
  const { host } = before;
  requireClaimable(actor, host, { ...dependencies.ownHosts, routes: [] });
  if (actor.type !== "job") {
    if (!txtResolver) throw new ServiceError("insufficient_scope", "Only the operator can confirm a domain.");
    if (!(await isProven(before, txtResolver)))
      throw validationFailed([
        { field: "host", message: `has no TXT record ${txtRecord(before).name} with this text yet` },
      ]);
  }
  const now = dependencies.now();
  const domain: Domain = { ...before, confirmedAt: now.toISOString() };
  const activity = domainActivity(actor, domain, [{ field: "confirmed", to: true }], now);
  const released = releasedBy(actor, domain, await domains.list(domain.organizationId), now);
  const updated = await updateDomain(db, before, { domain, activity }, released);
  domains.forget();
  if (updated) return domain;
  const claims = await domains.claimsOf(host);
  const own = claims.find((each) => each.organizationId === domain.organizationId);
  if (!own) throw domainNotFound();
  if (own.confirmedAt !== null) return own;
  throw claims.some((each) => each.confirmedAt !== null) ? domainTaken(host) : tooManyDomains();
}

/** The 403 once the service has as many domains as an isolate caches. */
const tooManyDomains = (): ServiceError =>
  new ServiceError(
    "quota_exceeded",
    `The service has ${MAX_CONFIRMED} confirmed domains, the maximum. Remove a domain first.`,
  );

/**
 * The domains of an organization, or, for an operator, all domains if `organizationId` is null. Throws `not_found` and
 * `insufficient_scope`.
 */
export async function listDomains(
  actor: Actor,
  { organizationId }: { organizationId: string | null },
  { domains }: { domains: DomainStore },
): Promise<Domain[]> {
  if (organizationId === null) {
    requireOperator(actor);
    return domains.listAll();
  }
  requireOrganizationManager(actor, organizationId);
  return domains.list(organizationId);
}

/**
 * Removes a domain without links. A domain with links stays, because the links may be printed; only an operator can take it
 * back. Throws `not_found`, `insufficient_scope`, `validation_failed` and `domain_in_use`.
 */
export async function removeDomain(
  actor: Actor,
  ref: DomainRef,
  { db, domains, now }: Pick<DomainDependencies, "db" | "domains" | "now">,
): Promise<Domain> {
  const domain = await requireDomain(actor, ref, domains);
  const { host, organizationId } = domain;
  const activity = domainActivity(actor, domain, [{ field: "removed", to: true }], now());
  const deleted = await deleteDomain(db, { domain, activity }, { withLinks: false });
  domains.forget();
  if (!deleted && (await domains.claimsOf(host)).some((each) => each.organizationId === organizationId))
    throw new ServiceError(
      "domain_in_use",
      `${host} has links that may be printed, so it has to stay. Give the project another domain for new links.`,
    );
  return domain;
}
