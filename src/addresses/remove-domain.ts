import type { Actor } from "../access/actor.ts";
import { ServiceError } from "../core/errors.ts";
import { type DomainDependencies, requireDomain } from "./change-domain.ts";
import { domainActivity } from "./domain-activity.ts";
import { deleteDomain } from "./domain-statements.ts";

/**
 * Removes a domain on which no link was made. One that has links stays, because they may be printed. Throws `not_found`,
 * `insufficient_scope`, `domain_in_use` and `service_unavailable`.
 */
export async function removeDomain(
  actor: Actor,
  { host }: { host: string },
  { db, domains, now }: Pick<DomainDependencies, "db" | "domains" | "now">,
): Promise<void> {
  const domain = await requireDomain(actor, host, domains);
  const activity = domainActivity(actor, domain, [{ field: "removed", to: true }], now());
  const deleted = await deleteDomain(db, { domain, activity });
  domains.forget();
  if (!deleted && (await domains.find(domain.host)))
    throw new ServiceError(
      "domain_in_use",
      `Links were made on ${domain.host}, and may be printed: it has to stay. Their project can get another domain for new links.`,
    );
}
