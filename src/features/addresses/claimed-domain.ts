import { bareHost } from "../../ground/core/domain-host.ts";
import { type FieldProblem, ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { routeNames } from "../../ground/core/route-patterns.ts";
import type { Actor } from "../access/actor.ts";
import { requireOrganizationManager } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import type { Domain, DomainStore } from "./domain-store.ts";

/** The hosts of the service itself, which no organization can claim. */
interface OwnHosts {
  /** In lower case, without ports. */
  names: readonly string[];
  /** The patterns of the Worker's routes, if known. */
  routes: readonly string[];
}

/** The hosts of the configured origins, and of a request's URL, if there is one. */
export const ownHosts = (
  urls: readonly (string | undefined)[],
  routes: readonly string[] | null = null,
): OwnHosts => ({
  names: urls.flatMap((url) => (url ? [bareHost(new URL(url).hostname)] : [])),
  routes: routes ?? [],
});

export interface DomainDependencies {
  db: D1Database;
  domains: DomainStore;
  projects: ProjectStore;
  ownHosts: OwnHosts;
  now: () => Date;
}

/** Names a claim. */
export interface DomainRef {
  host: string;
  /** Whose claim an operator means; a member means the claim of its own organization. Absent: the confirmed or only claim. */
  organizationId?: string | undefined;
}

/** The 404 for domains that do not exist or belong to another organization. */
export const domainNotFound = (): ServiceError => new ServiceError("not_found", "There is no such domain.");

/** The 409 for a host that an organization already has. */
export const domainTaken = (host: string): ServiceError =>
  new ServiceError("duplicate_identifier", `The domain ${host} is already in use.`, {
    details: [{ field: "host", message: "is already in use" }],
  });

/**
 * The claim that the actor means, if it may manage it. Throws `not_found`, `insufficient_scope` and `validation_failed` if
 * an operator has to name the organization.
 */
export async function requireDomain(
  actor: Actor,
  { host, organizationId }: DomainRef,
  domains: DomainStore,
): Promise<Domain> {
  if (actor.type !== "job") requireOrganizationManager(actor, actor.organizationId);
  const owner = actor.type === "job" ? organizationId : actor.organizationId;
  const claims = await domains.claimsOf(host.trim().toLowerCase());
  const [first, second] =
    owner === undefined ? claims : claims.filter((each) => each.organizationId === owner);
  if (!first) throw domainNotFound();
  if (second && first.confirmedAt === null) {
    const organizations = claims.map((each) => each.organizationId).join(", ");
    throw validationFailed([
      { field: "organization", message: `must be named: ${organizations} claim this domain` },
    ]);
  }
  return first;
}

/** Throws `validation_failed` for a project that does not exist, and for URLs that redirect back to the service. */
export async function requireUsable(
  { host, organizationId, projectId, rootUrl, notFoundUrl }: Domain,
  { projects, domains, ownHosts, now }: DomainDependencies,
): Promise<void> {
  const problems: FieldProblem[] = [];
  if (projectId !== null && !(await projects.exists(organizationId, projectId)))
    problems.push({ field: "projectId", message: "there is no such project" });
  const ours = new Set([
    host,
    ...ownHosts.names,
    ...(await domains.confirmed(now())).map((domain) => domain.host),
  ]);
  for (const [field, text] of [
    ["rootUrl", rootUrl],
    ["notFoundUrl", notFoundUrl],
  ] as const) {
    if (text !== null && ours.has(bareHost(new URL(text).hostname)))
      problems.push({ field, message: "must not point to this service" });
  }
  if (problems.length > 0) throw validationFailed(problems);
}

/**
 * Throws `validation_failed` for a host of the service itself. Hosts that a route brings to the Worker count as such,
 * except for an operator, who routes the domains of organizations too.
 */
export function requireClaimable(actor: Actor, host: string, { names, routes }: OwnHosts): void {
  const rejected = (message: string) => validationFailed([{ field: "host", message }]);
  if (names.includes(host)) throw rejected("is the service's own host");
  if (actor.type !== "job" && routes.some((pattern) => routeNames(pattern, host)))
    throw rejected("already reaches the service, so the operator has to add it");
}
