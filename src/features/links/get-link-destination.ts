import { type Origins, ownUrl } from "../../ground/core/origins.ts";
import type { LinkState, UrlType } from "../../ground/core/vocabulary.ts";
import type { Actor } from "../access/actor.ts";
import { requireOwned, requireScope } from "../access/permissions.ts";
import { GET_LINK_SCOPE } from "../access/scopes.ts";
import { type Reason, reasonOf } from "../retailers/destination-reasons.ts";
import type { Destination } from "../retailers/destinations/destination-builder.ts";
import { PLAIN_PAGE } from "../short-links/choice.ts";
import { ruleOf } from "../short-links/pick-offer.ts";
import { visibleOffers } from "../short-links/visible-offers.ts";
import type { ActivityStore } from "../writes/activity-store.ts";
import type { DestinationReport, LinkExtension } from "./extension.ts";
import { type Link, stateOf } from "./link.ts";
import type { LinkFinder } from "./link-finder.ts";
import { partsOf } from "./link-part.ts";
import { type PartReport, partReport, warningsOfParts } from "./part-report.ts";
import type { Warning } from "./warning-codes.ts";

/** Where visits redirect, and why. */
interface Shown {
  destination: string;
  urlType: UrlType;
  reason: Reason;
}

/** Where an offer of a stored choice link redirects, and why. */
export interface OfferDestination extends Shown, Pick<DestinationReport, "availability" | "page"> {
  key: string;
  /** Where scans redirect, if elsewhere than clicks. */
  scan?: Shown;
  /** The start of redirects there, ISO 8601 in UTC. */
  since: string | null;
  /** Whether the page currently shows it to visitors from its countries. */
  shown: boolean;
}

/** Where a stored link redirects, and why. */
interface LinkDestination extends Shown, Pick<DestinationReport, "availability" | "page"> {
  /** Like an offer's. */
  scan?: Shown;
  /** Whether the link currently redirects there. */
  state: LinkState;
  schedule?: Link["schedule"];
  warnings: Warning[];
  /** The start of redirects there, ISO 8601 in UTC; null if not recorded. */
  since: string | null;
  /** Of a choice link, in order. */
  offers?: OfferDestination[];
}

interface Codes {
  list(linkId: string, after: string, limit: number): Promise<readonly { identifier: string }[]>;
}

/** With more codes than this, rules about codes are not checked. */
const MAX_CODES = 1_000;

/** The identifiers of a link's codes, if rules of its offers name codes. */
async function codesIn({ id, offers }: Link, qrCodes: Codes): Promise<string[] | undefined> {
  if (!offers?.some(({ when }) => when?.qrCodes)) return undefined;
  const codes = await qrCodes.list(id, "", MAX_CODES + 1);
  return codes.length > MAX_CODES ? undefined : codes.map(({ identifier }) => identifier);
}

interface LinkDestinationDependencies {
  links: LinkFinder;
  activity: ActivityStore;
  qrCodes: Codes;
  extensions: readonly LinkExtension[];
  origins: Origins;
  now: () => Date;
}

/**
 * Explains a stored link's destination, or its destination if it were active. Nothing is recomputed: the reason was recorded
 * with the destination or comes from an extension. Throws `not_found` and `project_access_denied`.
 */
export async function getLinkDestination(
  actor: Actor,
  linkId: string,
  { links, activity, qrCodes, extensions, origins, now }: LinkDestinationDependencies,
): Promise<LinkDestination> {
  requireScope(actor, GET_LINK_SCOPE);
  const link = requireOwned(actor, await links.find(linkId));
  const state = stateOf(link, now());
  const [since, codes, parts] = await Promise.all([
    activity.destinationSince(link.id, link.destination),
    codesIn(link, qrCodes),
    Promise.all(partsOf(link).map((part) => partReport(part, extensions))),
  ]);
  const timing = { state, ...(link.schedule && { schedule: link.schedule }) };
  const [only] = parts;
  if (link.retailer !== "choice" && only) {
    return {
      ...destinationFields(only, origins),
      ...timing,
      warnings: warningsOfParts(link, state, parts),
      since,
      ...only.known,
    };
  }
  const shown = shownOffers(link, parts, now());
  const started = new Map(link.offerDestinations?.map((found) => [found.key, found.since]));
  return {
    destination: ownUrl(origins, link.destination),
    urlType: link.urlType,
    reason: reasonOf(link.reason ?? "choice_page"),
    ...timing,
    warnings: warningsOfParts(link, state, parts, codes),
    since,
    offers: parts.map((part) => ({
      key: part.offerKey,
      ...destinationFields(part, origins),
      since: started.get(part.offerKey) ?? null,
      shown: shown.has(part.offerKey),
      ...part.known,
    })),
  };
}

/** The keys of offers that the page shows to visitors from at least one of their countries. */
function shownOffers(link: Link, parts: readonly PartReport[], now: Date): Set<string> {
  const offersByKey = new Map(link.offers?.map((offer) => [offer.key, offer]));
  const offers = parts.map(({ offerKey, known: { availability } }) => ({
    key: offerKey,
    ...ruleOf(offersByKey.get(offerKey) ?? {}),
    soldOut: availability?.outcome === "unavailable" ? availability.checkedAt : undefined,
  }));
  const page = link.page ?? PLAIN_PAGE;
  const countries = new Set([undefined, ...offers.flatMap((offer) => offer.countries ?? [])]);
  const keys = new Set<string>();
  for (const country of countries) {
    const { rows } = visibleOffers({ offers, page }, { visit: { country }, all: false, now: now.getTime() });
    for (const { offer } of rows) {
      // A visitor of unknown country sees country-specific offers too; they don't count here.
      if (country === undefined ? !offer.countries : offer.countries?.includes(country)) keys.add(offer.key);
    }
  }
  return keys;
}

const destinationFields = ({ warned: { destination, scan } }: PartReport, origins: Origins) => ({
  ...shownTo(destination, origins),
  ...(scan && { scan: shownTo(scan, origins) }),
});

const shownTo = ({ url, urlType, reason }: Destination, origins: Origins): Shown => ({
  destination: ownUrl(origins, url),
  urlType,
  reason: reasonOf(reason),
});
