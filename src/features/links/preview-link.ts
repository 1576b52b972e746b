import type { OrganizationActor } from "../access/actor.ts";
import { projectArchived, projectDenied } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { domainOfProject } from "../addresses/domain-store.ts";
import { namesWithoutDomain, takenName } from "../addresses/taken-names.ts";
import { affiliateOf } from "../brands/affiliate.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { type CreateLinkDependencies, requireCreation } from "./create-link.ts";
import { type Preview, previewOf } from "./destination-preview.ts";
import { adviceOf, writeHooksOf } from "./extension.ts";
import { forbiddenUrls } from "./forbidden-urls.ts";
import { timeInUtc, withOfferTimes } from "./offer-times.ts";
import type { PretendedVisit } from "./preview-pick.ts";

export interface PreviewLinkInput {
  definition: LinkDefinition;
  /** The link to change, which may use the slug already; absent for a new link. */
  link?: { id: string; domain: string } | undefined;
  /** A visit to try the rules of a choice with. */
  visit?: PretendedVisit | undefined;
  /** Whether to query retailers, as a creation would. Default: true. */
  asksRetailers?: boolean;
}

export interface PreviewLinkDependencies
  extends Pick<CreateLinkDependencies, "db" | "extensions" | "origins" | "affiliate" | "domains" | "now"> {
  projects: Pick<ProjectStore, "find">;
}

/**
 * Where a link of this definition would redirect if it were created now. Writes no link and claims no key. Queries the
 * retailer exactly as a creation would, because the response can decide the destination; those calls count towards the daily
 * limit. Throws what the creation would throw: `insufficient_scope`, `project_access_denied`, `url_not_allowed`,
 * `duplicate_slug`, `duplicate_gtin` and `domain_required`.
 */
export async function previewLink(
  actor: OrganizationActor,
  { definition: sent, link, asksRetailers, visit }: PreviewLinkInput,
  { db, projects, domains, extensions, origins, affiliate, now }: PreviewLinkDependencies,
): Promise<Preview> {
  requireCreation(actor, sent, origins);
  const { organizationId } = actor;
  const definition = await withOfferTimes(sent, organizationId, { db, now });
  const project = await projects.find(organizationId, definition.projectId);
  if (!project) throw projectDenied(actor);
  const hosts = await domains.confirmed(now());
  const forbidden = forbiddenUrls(definition, origins, hosts);
  if (forbidden) throw forbidden;
  if (project.archivedAt !== null) throw projectArchived();
  const { slug, gtin, addresses, projectId } = definition;
  const { id, domain } = link ?? { id: "", domain: domainOfProject(hosts, { organizationId, projectId }) };
  const names = { slug, gtin, addresses };
  const refused = namesWithoutDomain(names, domain) ?? (await takenName(db, { ...names, domain, id }));
  if (refused) throw refused;
  const [hooks = []] = writeHooksOf(extensions, [{ definition, previous: null }]);
  const at = visit?.at && (await timeInUtc(visit.at, organizationId, { db, now }));
  return previewOf(definition, await adviceOf(hooks, asksRetailers), {
    affiliate: { own: affiliateOf(project), project: project.name, deployment: affiliate },
    now: now(),
    visit: visit && { ...visit, at },
  });
}
