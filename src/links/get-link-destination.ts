import type { Actor } from "../access/actor.ts";
import { requireOwned, requireScope } from "../access/permissions.ts";
import type { ActivityStore } from "../audit/activity-store.ts";
import { type Origins, ownUrl } from "../core/origins.ts";
import type { UrlType } from "../core/vocabulary.ts";
import { buildDestination } from "../retailers/build-destination.ts";
import type { DestinationSettings } from "../retailers/destinations/destination.ts";
import type { AvailabilityOutcome } from "../retailers/offer.ts";
import { type Reason, type ReasonCode, reasonOf } from "../retailers/reasons.ts";
import type { DestinationReport, LinkFollower } from "./follower.ts";
import { GET_LINK_SCOPE } from "./get-link.ts";
import { definitionOf, type Link } from "./link.ts";
import type { LinkStore } from "./store.ts";
import { type Warning, warningsOf } from "./warnings.ts";

/** Where a stored link leads, and why. */
export interface LinkDestination extends Pick<DestinationReport, "availability" | "page"> {
  destination: string;
  urlType: UrlType;
  reason: Reason;
  warnings: Warning[];
  /** When the destination began, ISO 8601 in UTC; null where that was not recorded. */
  since: string | null;
}

/** What `getLinkDestination` uses. */
export interface LinkDestinationDependencies {
  links: LinkStore;
  activity: ActivityStore;
  followers: readonly LinkFollower[];
  settings: DestinationSettings;
  origins: Origins;
}

/**
 * Where a stored link leads, or would lead if it were active. Nothing is computed anew: the reason is the one that was
 * recorded with the destination, or what a follower knows. Throws `insufficient_scope`, `not_found`,
 * `project_access_denied` and `service_unavailable`.
 */
export async function getLinkDestination(
  actor: Actor,
  linkId: string,
  { links, activity, followers, settings, origins }: LinkDestinationDependencies,
): Promise<LinkDestination> {
  requireScope(actor, GET_LINK_SCOPE);
  const link = requireOwned(actor, await links.find(linkId));
  const [since, ...reports] = await Promise.all([
    activity.destinationSince(link.id, link.destination),
    ...followers.map((follower) => follower.report?.(link)),
  ]);
  const report: DestinationReport = Object.assign({}, ...reports);
  const { availability, page } = report;
  const reason = report.reason ?? link.reason ?? unrecordedReason(link, availability?.outcome, settings);
  const destination = { url: link.destination, urlType: link.urlType, reason };
  return {
    destination: ownUrl(origins, link.destination),
    urlType: link.urlType,
    reason: reasonOf(reason),
    warnings: warningsOf({
      definition: definitionOf(link),
      destination,
      availability: availability?.outcome ?? "unknown",
      active: link.status === "active",
      settings,
    }),
    since,
    ...(availability && { availability }),
    ...(page && { page }),
  };
}

/**
 * The reason of a destination that was made before reasons were recorded: that of its builder, where the definition
 * alone gives exactly this destination.
 */
function unrecordedReason(
  link: Link,
  outcome: AvailabilityOutcome | undefined,
  settings: DestinationSettings,
): ReasonCode {
  const { shortId, urlType } = link;
  const built = buildDestination(link, { shortId, settings, offers: new Map() });
  if (built.url === link.destination && built.urlType === urlType) return built.reason;
  const leadsToProducts = urlType === "cart" || urlType === "pdp";
  return outcome === "replaced" && leadsToProducts ? "backup_chosen" : "not_recorded";
}
