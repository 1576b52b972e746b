import * as z from "zod";
import type { Actor } from "../access/actor.ts";
import { readOrganization } from "../access/organization.ts";
import { requireOrganizationManager } from "../access/permissions.ts";
import { ServiceError, validationFailed } from "../core/errors.ts";
import { parse } from "../core/validation.ts";
import { onD1 } from "../platform/d1.ts";
import { type DomainDependencies, requireUsable } from "./change-domain.ts";
import { type Domain, type DomainSettings, domainHost, domainSettings } from "./domain.ts";
import { insertDomain, releaseProject, updateDomain } from "./domain-statements.ts";
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
  const inserted = await onD1(() => insertDomain(db, { ...domain, projectId: null }).run());
  if (inserted.meta.changes === 0) {
    if (!(await domains.find(host))) throw new Error(`more than ${MOST_DOMAINS} domains`);
    throw new ServiceError("duplicate_identifier", `The domain ${host} is in use already.`, {
      details: [{ field: "host", message: "is in use already" }],
    });
  }
  if (projectId !== null) await onD1(() => db.batch(assignments(db, domain)));
  domains.forget();
  return domain;
}

const assignments = (db: D1Database, domain: Domain): D1PreparedStatement[] => [
  releaseProject(db, domain),
  updateDomain(db, domain),
];
