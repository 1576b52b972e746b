import type { Actor } from "../access/actor.ts";
import { ServiceError, validationFailed } from "../core/errors.ts";
import {
  type DomainDependencies,
  type DomainRef,
  domainNotFound,
  domainTaken,
  requireClaimable,
  requireDomain,
} from "./claimed-domain.ts";
import type { Domain } from "./domain.ts";
import { domainActivity, releasedBy } from "./domain-activity.ts";
import { updateDomain } from "./domain-statements.ts";
import { MAX_CONFIRMED } from "./domain-store.ts";
import { isProven, type TxtResolver, txtRecord } from "./txt-record.ts";

/**
 * Confirms a claim, so that its links redirect within 30 s. An operator confirms it directly; an owner through the TXT
 * record of `txtRecord`, if there is a resolver. A confirmed claim stays as it is. Throws `not_found`,
 * `insufficient_scope` if only an operator can confirm it, `validation_failed` for `host` if the record is missing,
 * `duplicate_identifier` if another organization now has the host, `quota_exceeded` and `service_unavailable`.
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
export const tooManyDomains = (): ServiceError =>
  new ServiceError(
    "quota_exceeded",
    `The service has ${MAX_CONFIRMED} confirmed domains, the maximum. Remove a domain first.`,
  );
