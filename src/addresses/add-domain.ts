import * as z from "zod";
import type { Actor } from "../access/actor.ts";
import { readOrganization } from "../access/organization.ts";
import { requireOrganizationManager } from "../access/permissions.ts";
import type { FieldChange } from "../audit/activity.ts";
import { ServiceError, validationFailed } from "../core/errors.ts";
import { parse } from "../core/validation.ts";
import { type DomainDependencies, requireUsable } from "./change-domain.ts";
import { type Domain, type DomainSettings, domainHost, domainSettings } from "./domain.ts";
import { domainActivity, domainValues, releasedBy } from "./domain-activity.ts";
import { insertDomain } from "./domain-statements.ts";
import { MOST_DOMAINS } from "./domain-store.ts";

/** What `addDomain` takes. */
export interface AddDomainInput extends DomainSettings {
  host: string;
  organizationId: string;
}

/**
 * Adds a domain to an organization: within 30 s its links lead there. Throws `not_found`, `insufficient_scope`,
 * `validation_failed`, `duplicate_identifier` for a host that an organization has already, and `service_unavailable`.
 */
export async function addDomain(
  actor: Actor,
  { organizationId, ...input }: AddDomainInput,
  dependencies: DomainDependencies,
): Promise<Domain> {
  requireOrganizationManager(actor, organizationId);
  const { db, domains, origins, now } = dependencies;
  const {
    host,
    projectId = null,
    rootUrl = null,
    notFoundUrl = null,
  } = parse(domainSettings.extend(z.object({ host: domainHost }).shape), input);
  await readOrganization(db, organizationId);
  const isOurs =
    origins && [origins.shortLink, origins.api].some((origin) => new URL(origin).hostname === host);
  if (isOurs)
    throw validationFailed([{ field: "host", message: "is the service's own host, which needs no domain" }]);
  const createdAt = now().toISOString();
  const domain: Domain = { host, organizationId, projectId, rootUrl, notFoundUrl, createdAt };
  await requireUsable(domain, dependencies);
  const added = { domain, activity: domainActivity(actor, domain, addition(domain), now()) };
  const released = releasedBy(actor, domain, await domains.list(organizationId), now());
  const inserted = await insertDomain(db, added, released);
  domains.forget();
  if (inserted) return domain;
  if (!(await domains.find(host))) throw new Error(`more than ${MOST_DOMAINS} domains`);
  throw new ServiceError("duplicate_identifier", `The domain ${host} is in use already.`, {
    details: [{ field: "host", message: "is in use already" }],
  });
}

/** What an addition sets: the host, and what was said of it. */
const addition = (domain: Domain): FieldChange[] =>
  Object.entries({ host: domain.host, ...domainValues(domain) }).map(([field, to]) => ({ field, to }));
