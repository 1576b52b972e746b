import type { Actor } from "../access/actor.ts";
import { ServiceError } from "../core/errors.ts";
import { type DomainDependencies, type DomainRef, requireDomain } from "./claimed-domain.ts";
import type { Domain } from "./domain.ts";
import { domainActivity } from "./domain-activity.ts";
import { deleteDomain } from "./domain-statements.ts";

/**
 * Removes a domain without links. A domain with links stays, because the links may be printed; only an operator can take
 * it back. Throws `not_found`, `insufficient_scope`, `validation_failed`, `domain_in_use` and `service_unavailable`.
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
