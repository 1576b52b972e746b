import type { ReasonCode } from "../retailers/destination-reasons.ts";
import { type StoredTarget, visitDestinations } from "../short-links/commission.ts";
import type { RedirectEntry } from "../short-links/entry.ts";
import { choiceEntry, queryFor } from "./choice-entry.ts";
import { type Link, scheduleEntry } from "./link.ts";

/** A link with the destinations that its clicks open, for people who look at it. */
export function openedLink(link: Link): Link {
  const definitions = new Map(link.offers?.map((offer) => [offer.key, offer]));
  const opened = (stored: StoredTarget<ReasonCode>) => {
    const { url: destination, urlType, reason } = visitDestinations(stored, link.affiliateSettings).click;
    return { destination, urlType, reason };
  };
  const offerDestinations = link.offerDestinations?.map((found) => {
    const offer = definitions.get(found.key);
    const { shortId, affiliate } = link;
    return offer ? { ...found, ...opened({ ...offer, ...found, shortId, affiliate }) } : found;
  });
  return { ...link, ...opened(link), ...(offerDestinations && { offerDestinations }) };
}

/**
 * The redirect entry of a new link, without its shops, which are looked up later. After a change, it tells the version, and
 * the entry is read from D1.
 */
export function redirectEntry(link: Link): RedirectEntry {
  const { click, scan } = visitDestinations(link, link.affiliateSettings);
  return {
    linkId: link.id,
    status: link.status,
    destination: click.url,
    scans: scan?.url,
    version: link.version,
    publicName: link.publicName,
    choice: choiceEntry(link),
    query: queryFor(link, link.retailer),
    schedule: scheduleEntry(link.schedule),
    ...(link.gtin !== undefined && {
      gtin: { intent: link.intent, links: link.gtinLinks ?? null, lots: link.gtinLots ?? null },
    }),
    project: { organizationId: link.organizationId, projectId: link.projectId },
  };
}
