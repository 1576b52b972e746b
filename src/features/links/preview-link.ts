import type { UrlType } from "../../ground/core/vocabulary.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { projectArchived, projectDenied } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { domainOfProject } from "../addresses/domain-store.ts";
import { gtinWithoutDomain, takenName } from "../addresses/taken-names.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { type Reason, reasonOf } from "../retailers/destination-reasons.ts";
import type { Destination, DestinationSettings } from "../retailers/destinations/destination-builder.ts";
import { type CreateLinkDependencies, requireCreation } from "./create-link.ts";
import { type Advice, adviceOf, availabilityOf, writeHooksOf } from "./extension.ts";
import { forbiddenUrls } from "./forbidden-urls.ts";
import { definitionParts } from "./link-part.ts";
import { stateOf } from "./link-state.ts";
import { partDestination, resolveChoice } from "./resolve-destination.ts";
import { choiceWarnings, type Warning, warningsOf } from "./warnings.ts";

/** Where an offer of a choice link would redirect, and why. */
export interface OfferPreview {
  key: string;
  /** Like a link's. */
  destination: string | null;
  urlType: UrlType;
  reason: Reason;
}

/** Where a link would redirect, and why. */
export interface Preview {
  /** Null if it is our own page, which does not exist yet. */
  destination: string | null;
  urlType: UrlType;
  reason: Reason;
  warnings: Warning[];
  /** Choice links only. */
  offers?: OfferPreview[];
}

export interface PreviewLinkInput {
  definition: LinkDefinition;
  /** The link to change, which may use the slug already; absent for a new link. */
  link?: { id: string; domain: string } | undefined;
  /** Whether to query retailers, as a creation would. Default: true. */
  asksRetailers?: boolean;
}

export interface PreviewLinkDependencies
  extends Pick<CreateLinkDependencies, "db" | "extensions" | "origins" | "settings" | "domains" | "now"> {
  projects: Pick<ProjectStore, "find">;
}

/**
 * Where a link of this definition would redirect if it were created now. Writes no link and claims no key. Queries the
 * retailer exactly as a creation would, because the response can decide the destination; those calls count towards the
 * daily limit. Throws what the creation would throw: `insufficient_scope`, `project_access_denied`, `url_not_allowed`,
 * `duplicate_slug`, `duplicate_gtin`, `domain_required` and `service_unavailable`.
 */
export async function previewLink(
  actor: OrganizationActor,
  { definition, link, asksRetailers }: PreviewLinkInput,
  { db, projects, domains, extensions, origins, settings, now }: PreviewLinkDependencies,
): Promise<Preview> {
  requireCreation(actor, definition, origins);
  const { organizationId } = actor;
  const project = await projects.find(organizationId, definition.projectId);
  if (!project) throw projectDenied(actor);
  const hosts = await domains.confirmed(now());
  const forbidden = forbiddenUrls(definition, origins, hosts);
  if (forbidden) throw forbidden;
  if (project.archivedAt !== null) throw projectArchived();
  const { slug, gtin, projectId } = definition;
  const { id, domain } = link ?? { id: "", domain: domainOfProject(hosts, { organizationId, projectId }) };
  const refused = gtinWithoutDomain(gtin, domain) ?? (await takenName(db, { domain, slug, gtin, id }));
  if (refused) throw refused;
  const [hooks = []] = writeHooksOf(extensions, [{ definition, previous: null }]);
  return previewOf(definition, await adviceOf(hooks, asksRetailers), { settings, now: now() });
}

interface PreviewContext {
  settings: DestinationSettings;
  now: Date;
}

/** Where a link of this definition would redirect, given the advice on its products. */
export function previewOf(
  definition: LinkDefinition,
  advice: Advice,
  { settings, now }: PreviewContext,
): Preview {
  const state = stateOf({ ...definition, status: "active" }, now);
  const parts = definitionParts(definition).map((part) => ({
    key: part.offerKey,
    definition: part.definition,
    // Only our own page depends on the short id, and the preview shows it as null.
    destination: partDestination(part, advice, { shortId: "", settings }),
    availability: availabilityOf(advice.get(part.offerKey)),
    unknownStores: advice.get(part.offerKey)?.unknownStores,
    settings,
  }));
  const [only] = parts;
  if (definition.retailer !== "choice" && only)
    return { ...shown(only.destination), warnings: warningsOf({ ...only, state }) };
  const { urlType, reason = "choice_page" } = resolveChoice("", { offerDestinations: [], removedKeys: [] });
  return {
    destination: null,
    urlType,
    reason: reasonOf(reason),
    warnings: choiceWarnings(state, parts),
    offers: parts.map(({ key, destination }) => ({ key, ...shown(destination) })),
  };
}

const shown = ({ url, urlType, reason }: Destination): Omit<OfferPreview, "key"> => ({
  destination: url.startsWith("/") ? null : url,
  urlType,
  reason: reasonOf(reason),
});
