import * as z from "zod";
import type { Actor } from "../access/actor.ts";
import { readOrganization } from "../access/organization.ts";
import { requireOrganizationManager } from "../access/permissions.ts";
import type { FieldChange } from "../audit/activity.ts";
import { randomBase62 } from "../core/ids.ts";
import { parse } from "../core/validation.ts";
import { quotaError } from "../quotas/quota-check.ts";
import { type DomainDependencies, domainTaken, requireClaimable, requireUsable } from "./claimed-domain.ts";
import { tooManyDomains } from "./confirm-domain.ts";
import { type Domain, type DomainSettings, domainHost, domainSettings } from "./domain.ts";
import { domainActivity, domainValues, releasedBy } from "./domain-activity.ts";
import { claimDemands, insertDomain } from "./domain-statements.ts";

/** The input of `addDomain`. */
export interface AddDomainInput extends DomainSettings {
  host: string;
  organizationId: string;
}

const TOKEN_LENGTH = 32;

/**
 * Claims a domain for an organization. An operator's claim is confirmed, and its links redirect within 30 s; a member's
 * claim has no effect until `confirmDomain`. Throws `not_found`, `insufficient_scope`, `validation_failed`,
 * `duplicate_identifier` for a host that an organization has or this organization already claims, `quota_exceeded` and
 * `service_unavailable`.
 */
export async function addDomain(
  actor: Actor,
  { organizationId, ...input }: AddDomainInput,
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
    ...{ host, organizationId, projectId, rootUrl, notFoundUrl, createdAt },
    token: randomBase62(TOKEN_LENGTH),
    confirmedAt: actor.type === "job" ? createdAt : null,
  };
  await requireUsable(domain, dependencies);
  const added = { domain, activity: domainActivity(actor, domain, addition(domain), now) };
  const released = releasedBy(actor, domain, await domains.list(organizationId), now);
  const inserted = await insertDomain(db, added, released);
  domains.forget();
  if (inserted) return domain;
  const claims = await domains.claimsOf(host);
  if (claims.some((each) => each.confirmedAt !== null || each.organizationId === organizationId))
    throw domainTaken(host);
  throw (await quotaError(db, organizationId, claimDemands(added))) ?? tooManyDomains();
}

/** The changes of an addition: the host and its settings. */
const addition = (domain: Domain): FieldChange[] =>
  Object.entries({ host: domain.host, ...domainValues(domain) }).map(([field, to]) => ({ field, to }));
