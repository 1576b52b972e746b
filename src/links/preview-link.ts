import type { OrganizationActor } from "../access/actor.ts";
import { projectArchived, projectDenied } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import type { UrlType } from "../core/vocabulary.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import type { DestinationSettings } from "../retailers/destinations/destination.ts";
import { type Reason, reasonOf } from "../retailers/reasons.ts";
import { type CreateLinkDependencies, requireCreation } from "./create-link.ts";
import { adviceOf, followingsOf, type ProductAdvice } from "./follower.ts";
import { forbiddenUrls } from "./forbidden-urls.ts";
import { newDestination } from "./new-destination.ts";
import { type Warning, warningsOf } from "./warnings.ts";

/** Where a link leads, and why. */
export interface Preview {
  /** Null where it is a page of a link that does not exist yet. */
  destination: string | null;
  urlType: UrlType;
  reason: Reason;
  warnings: Warning[];
}

/** What `previewLink` uses. */
export interface PreviewLinkDependencies
  extends Pick<CreateLinkDependencies, "followers" | "origins" | "settings"> {
  projects: Pick<ProjectStore, "find">;
}

/**
 * Where a link of this definition would lead if it were created now. Writes no link and claims no key. The retailer is
 * asked about the products exactly as a creation would ask, within the same time and share of the day's calls, because
 * the answer can decide the destination; those calls are counted. Throws what the creation would throw:
 * `insufficient_scope`, `project_access_denied`, `url_not_allowed` and `service_unavailable`.
 */
export async function previewLink(
  actor: OrganizationActor,
  { definition }: { definition: LinkDefinition },
  { projects, followers, origins, settings }: PreviewLinkDependencies,
): Promise<Preview> {
  requireCreation(actor, definition, origins);
  const { organizationId } = actor;
  const project = await projects.find(organizationId, definition.projectId);
  if (!project) throw projectDenied(actor);
  const refusal = forbiddenUrls(definition, origins);
  if (refusal) throw refusal;
  if (project.archivedAt !== null) throw projectArchived();
  const [followings = []] = followingsOf(followers, [{ definition, previous: null }]);
  return previewOf(definition, await adviceOf(followings), settings);
}

/** Where a link of this definition would lead by what is known of its products. */
export function previewOf(
  definition: LinkDefinition,
  advice: ProductAdvice | null,
  settings: DestinationSettings,
): Preview {
  // Only our own page depends on the short id, and that is shown as null.
  const destination = newDestination(definition, advice, { shortId: "", settings });
  const { url, urlType, reason } = destination;
  const availability = availabilityOf(advice);
  return {
    destination: url.startsWith("/") ? null : url,
    urlType,
    reason: reasonOf(reason),
    warnings: warningsOf({ definition, destination, availability, active: true, settings }),
  };
}

function availabilityOf(advice: ProductAdvice | null) {
  const known = advice?.products.map(
    ({ retailerProductId }) => advice.offers.get(retailerProductId)?.availability,
  );
  return (
    known?.find((each) => each === "unavailable") ?? known?.find((each) => each === "available") ?? "unknown"
  );
}
