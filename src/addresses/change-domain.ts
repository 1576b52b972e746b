import type { Actor } from "../access/actor.ts";
import { requireOrganizationManager } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { bareHost } from "../core/domain-host.ts";
import { type FieldProblem, ServiceError, validationFailed } from "../core/errors.ts";
import type { Origins } from "../core/origins.ts";
import { parse } from "../core/validation.ts";
import { type Domain, type DomainSettings, domainSettings } from "./domain.ts";
import { domainActivity, domainChanges, releasedBy } from "./domain-activity.ts";
import { updateDomain } from "./domain-statements.ts";
import type { DomainStore } from "./domain-store.ts";

/** What the verbs on domains use. */
export interface DomainDependencies {
  db: D1Database;
  domains: DomainStore;
  projects: ProjectStore;
  /** Null where they are not known, as in a shell. */
  origins: Pick<Origins, "shortLink" | "api"> | null;
  now: () => Date;
}

/** What `changeDomain` takes. */
export interface ChangeDomainInput extends DomainSettings {
  host: string;
}

/** The 404 for domains that do not exist or belong to another organization. */
export const domainNotFound = (): ServiceError => new ServiceError("not_found", "There is no such domain.");

/**
 * Changes what a domain leads to, or the project whose new links get it; another domain of that project loses it. Links keep
 * the domain that they were made on. Throws `not_found`, `insufficient_scope`, `validation_failed` and `service_unavailable`.
 */
export async function changeDomain(
  actor: Actor,
  { host, ...input }: ChangeDomainInput,
  dependencies: DomainDependencies,
): Promise<Domain> {
  const { db, domains } = dependencies;
  const before = await requireDomain(actor, host, domains);
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
  const updated = await updateDomain(db, changed, released);
  domains.forget();
  if (!updated) throw domainNotFound();
  return domain;
}

/** The domain at a host, if the actor may manage it. Throws as `changeDomain`. */
export async function requireDomain(actor: Actor, host: string, domains: DomainStore): Promise<Domain> {
  if (actor.type !== "job") requireOrganizationManager(actor, actor.organizationId);
  const found = await domains.find(host.trim().toLowerCase());
  if (!found || (actor.type !== "job" && found.organizationId !== actor.organizationId))
    throw domainNotFound();
  return found;
}

/** Throws `validation_failed` for a project that there is not, and for URLs that lead back to the service. */
export async function requireUsable(
  { host, organizationId, projectId, rootUrl, notFoundUrl }: Domain,
  { projects, domains, origins, now }: DomainDependencies,
): Promise<void> {
  const problems: FieldProblem[] = [];
  if (projectId !== null && !(await projects.exists(organizationId, projectId)))
    problems.push({ field: "projectId", message: "there is no such project" });
  const ours = new Set([host, ...(await domains.all(now())).map((domain) => domain.host)]);
  for (const origin of origins ? [origins.shortLink, origins.api] : []) ours.add(new URL(origin).hostname);
  for (const [field, text] of [
    ["rootUrl", rootUrl],
    ["notFoundUrl", notFoundUrl],
  ] as const) {
    if (text !== null && ours.has(bareHost(new URL(text).hostname)))
      problems.push({ field, message: "must not lead back to this service" });
  }
  if (problems.length > 0) throw validationFailed(problems);
}
