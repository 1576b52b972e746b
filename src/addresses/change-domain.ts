import type { Actor } from "../access/actor.ts";
import { parse } from "../core/validation.ts";
import { quotaError } from "../quotas/quota-check.ts";
import {
  type DomainDependencies,
  type DomainRef,
  domainNotFound,
  requireDomain,
  requireUsable,
} from "./claimed-domain.ts";
import { type Domain, type DomainSettings, domainSettings } from "./domain.ts";
import { domainActivity, domainChanges, releasedBy } from "./domain-activity.ts";
import { changeDemands, updateDomain } from "./domain-statements.ts";

/** The input of `changeDomain`. */
export interface ChangeDomainInput extends DomainSettings, DomainRef {}

/**
 * Changes where a domain redirects, or the project whose new links get it; another domain of that project loses the
 * project. Existing links keep their domain. Throws `not_found`, `insufficient_scope`, `validation_failed`,
 * `quota_exceeded` and `service_unavailable`.
 */
export async function changeDomain(
  actor: Actor,
  { host, organizationId, ...input }: ChangeDomainInput,
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
