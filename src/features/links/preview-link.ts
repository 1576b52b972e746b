import type { UrlType } from "../../ground/core/vocabulary.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { projectArchived, projectDenied } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { domainOfProject } from "../addresses/domain-store.ts";
import { namesWithoutDomain, takenName } from "../addresses/taken-names.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { type Reason, reasonOf } from "../retailers/destination-reasons.ts";
import type { Destination, DestinationSettings } from "../retailers/destinations/destination-builder.ts";
import type { AvailabilityOutcome } from "../retailers/offer.ts";
import { type CreateLinkDependencies, requireCreation } from "./create-link.ts";
import { type Advice, adviceOf, type ProductAdvice, writeHooksOf } from "./extension.ts";
import { forbiddenUrls } from "./forbidden-urls.ts";
import { definitionParts } from "./link-part.ts";
import { stateOf } from "./link-state.ts";
import { partDestination, resolveChoice, scanOf } from "./resolve-destination.ts";
import { choiceWarnings, type WarnedLink, type Warning, warningsOf } from "./warnings.ts";

/** Where visits would redirect, and why. */
interface Shown {
  /** Null if it is our own page, which does not exist yet. */
  destination: string | null;
  urlType: UrlType;
  reason: Reason;
}

/** Where an offer of a choice link would redirect. `scan`: where scans would redirect, if elsewhere than clicks. */
export interface OfferPreview extends Shown {
  key: string;
  scan?: Shown;
}

/** Where a link would redirect. `scan`: like an offer's. */
export interface Preview extends Shown {
  scan?: Shown;
  warnings: Warning[];
  /** Choice links only. */
  offers?: OfferPreview[];
}

export interface PreviewLinkInput {
  definition: LinkDefinition;
  /** The link to change, which may use the slug already; absent for a new link. */
  link?: { id: string; domain: string } | undefined;
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
  { definition, link }: PreviewLinkInput,
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
  const { slug, gtin, addresses, projectId } = definition;
  const { id, domain } = link ?? { id: "", domain: domainOfProject(hosts, { organizationId, projectId }) };
  const names = { slug, gtin, addresses };
  const refused = namesWithoutDomain(names, domain) ?? (await takenName(db, { ...names, domain, id }));
  if (refused) throw refused;
  const [hooks = []] = writeHooksOf(extensions, [{ definition, previous: null }]);
  return previewOf(definition, await adviceOf(hooks), { settings, now: now() });
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
  // Only our own page depends on the short id, and the preview shows it as null.
  const context = { shortId: "", settings };
  const parts = definitionParts(definition).map((part) => {
    const destination = partDestination(part, advice, context);
    return {
      key: part.offerKey,
      definition: part.definition,
      destination,
      scan: scanOf(part, destination, context),
      availability: availabilityOf(advice.get(part.offerKey)),
    };
  });
  const [only] = parts;
  if (definition.retailer !== "choice" && only)
    return { ...shownBoth(only), warnings: warningsOf({ ...only, state }) };
  const { urlType, reason = "choice_page" } = resolveChoice("", { offerDestinations: [], removedKeys: [] });
  return {
    destination: null,
    urlType,
    reason: reasonOf(reason),
    warnings: choiceWarnings(state, parts),
    offers: parts.map((part) => ({ key: part.key, ...shownBoth(part) })),
  };
}

const shownBoth = ({ destination, scan }: Pick<WarnedLink, "destination" | "scan">) => ({
  ...shown(destination),
  ...(scan && { scan: shown(scan) }),
});

const shown = ({ url, urlType, reason }: Destination): Shown => ({
  destination: url.startsWith("/") ? null : url,
  urlType,
  reason: reasonOf(reason),
});

function availabilityOf(advice: ProductAdvice | undefined): AvailabilityOutcome {
  const known = advice?.products.map(
    ({ retailerProductId }) => advice.offers.get(retailerProductId)?.availability,
  );
  return (
    known?.find((each) => each === "unavailable") ?? known?.find((each) => each === "available") ?? "unknown"
  );
}
