import type { LinkNames } from "../../ground/core/origins.ts";
import { locationOf } from "../../ground/core/plain-url.ts";
import type { LinkState, LinkStatus, UrlType } from "../../ground/core/vocabulary.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import type { ReasonCode } from "../retailers/destination-reasons.ts";
import type { Affiliate } from "../short-links/earners.ts";
import { outsideOf, type ScheduleEntry } from "../short-links/redirect-schedule.ts";

/** Where an offer of a choice link redirects. */
export interface OfferDestination {
  key: string;
  /** Like a link's. */
  destination: string;
  urlType: UrlType;
  reason?: ReasonCode | undefined;
  /** The start of redirects there, ISO 8601 in UTC. */
  since: string;
}

/** What the service adds to a link's definition. Times are ISO 8601 in UTC. */
export interface LinkRecord extends Omit<LinkNames, "slug" | "gtin" | "addresses"> {
  id: string;
  organizationId: string;
  /** Every slug that it uses or used on its domain, oldest first; absent if none. */
  slugs?: readonly string[] | undefined;
  status: LinkStatus;
  urlType: UrlType;
  /** An absolute URL that earns no commission, or a path on our own host; for a choice link, the path of its page. */
  destination: string;
  /** Why it redirects there; undefined if an extension's data decides it. */
  reason?: ReasonCode | undefined;
  /** Rises with every change, so that a cached older version never replaces a newer one. */
  version: number;
  createdAt: string;
  updatedAt: string;
  /** Rises when a caller changes the link or its QR codes, but not with changes by jobs. */
  revision: number;
  /** Choice links: where the offers redirect, in any order. */
  offerDestinations?: readonly OfferDestination[] | undefined;
  /** Choice links: the keys of removed offers. */
  removedKeys?: readonly string[] | undefined;
  /** The affiliate settings that apply to it; absent: none. They are not stored with it. */
  affiliateSettings?: Affiliate | undefined;
}

/** A link as stored: the caller's definition and what the service added. */
export type Link = LinkRecord & LinkDefinition;

/** The caller's definition, without what the service added. */
export function definitionOf(link: Link): LinkDefinition {
  const {
    id,
    organizationId,
    shortId,
    status,
    urlType,
    destination,
    reason,
    version,
    createdAt,
    updatedAt,
    revision,
    offerDestinations,
    removedKeys,
    affiliateSettings,
    domain,
    slugs,
    ...definition
  } = link;
  return definition;
}

/** The fields that determine a link's state. */
export type TimedLink = Pick<Link, "status" | "schedule">;

/** A link's state at `now`, by the same rule as the redirect. */
export function stateOf({ status, schedule }: TimedLink, now: Date): LinkState {
  if (status !== "active") return "off";
  const entry = scheduleEntry(schedule);
  return (entry && outsideOf(entry, now.getTime())) ?? "running";
}

/** The schedule in a redirect entry; undefined if it has no start or end. */
export function scheduleEntry(schedule: Link["schedule"]): ScheduleEntry | undefined {
  const { activeFrom, activeUntil, endedUrl } = schedule ?? {};
  if (activeFrom === undefined && activeUntil === undefined) return undefined;
  return {
    ...(activeFrom !== undefined && { from: Date.parse(activeFrom) }),
    ...(activeUntil !== undefined && { until: Date.parse(activeUntil) }),
    ...(endedUrl !== undefined && { endedUrl: locationOf(endedUrl) }),
  };
}
