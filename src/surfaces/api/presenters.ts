import type { DeliveryAppRetailer } from "../../features/delivery-app/retailer-store.ts";
import { type Link, stateOf } from "../../features/links/link.ts";
import { linkAddresses } from "../../features/links/link-addresses.ts";
import { partsOf } from "../../features/links/link-part.ts";
import type { WrittenLink } from "../../features/links/link-write.ts";
import { openedLink } from "../../features/links/redirect-entry.ts";
import type { QrCode } from "../../features/qr-codes/qr-code.ts";
import { labelOf } from "../../features/retailers/choice-offer.ts";
import type { HistoryEntry } from "../../features/writes/activity-store.ts";
import { imageUrl, parseQrCodeId, qrCodeId } from "../../ground/core/ids.ts";
import { domainOrigin, type Origins, shortLinkUrl } from "../../ground/core/origins.ts";
import type { ExtendedLink, ExtendedQrCode, OfferResource } from "./extended-resources.ts";
import type { Include } from "./include.ts";
import type { HistoryEntryResource, RetailerRecord } from "./resources.ts";

export function presentQrCode(qrCode: QrCode, origins: Origins, include: Include): ExtendedQrCode {
  return {
    id: qrCodeId(qrCode.linkId, qrCode.identifier),
    linkId: qrCode.linkId,
    identifier: qrCode.identifier,
    name: qrCode.name,
    imageUrl: imageUrl(origins, qrCode.linkId, qrCode.identifier),
    encodedUrl: qrCode.encodedUrl,
    isDefault: qrCode.isDefault,
    ...(qrCode.metadata && { metadata: qrCode.metadata }),
    ...(qrCode.style && include.has("style") && { style: qrCode.style }),
    createdAt: qrCode.createdAt,
  };
}

/** A link as its creation returns it: without `products`, `metadata` and `updatedAt`, and with `urlType` only for choices. */
export function presentCreatedLink(
  { link, qrCode, warnings }: WrittenLink,
  origins: Origins,
  include: Include,
): ExtendedLink {
  const base = {
    id: link.id,
    projectId: link.projectId,
    name: link.name,
    ...(link.publicName !== undefined && { publicName: link.publicName }),
    retailer: link.retailer,
    intent: link.intent,
    status: link.status,
    shortLink: shortLinkUrl(origins, link),
    shortId: link.shortId,
    ...(link.retailer === "choice" && { urlType: link.urlType }),
    ...(qrCode && { qrCode: presentQrCode(qrCode, origins, include) }),
    createdAt: link.createdAt,
  };
  return include.size === 0
    ? base
    : {
        ...base,
        ...extrasOf(link, origins, include, new Date(link.createdAt)),
        ...(include.has("warnings") && warnings && { warnings: [...warnings] }),
      };
}

/** A link as `GET` returns it at the time `now`. */
export function presentLink(
  written: WrittenLink,
  origins: Origins,
  include: Include,
  now: Date,
): ExtendedLink {
  const { link } = written;
  const { products, metadata } = link;
  return {
    ...presentCreatedLink(written, origins, include),
    urlType: openedLink(link).urlType,
    ...(include.has("state") && { state: stateOf(link, now) }),
    ...(products && { products }),
    ...(metadata && { metadata }),
    updatedAt: link.updatedAt,
  };
}

/** The host and port of an origin. */
const hostOf = (origin: string): string => origin.slice(origin.indexOf("//") + 2);

/** The properties of a link that `include` names. */
const extrasOf = (link: Link, origins: Origins, include: Include, now: Date): Partial<ExtendedLink> => ({
  ...(include.has("addresses") && { addresses: linkAddresses(link, origins) }),
  ...(include.has("domain") && { domain: hostOf(domainOrigin(origins, link.domain)) }),
  ...(include.has("gtin") && link.gtin !== undefined && { gtin: link.gtin }),
  ...(include.has("offers") && link.retailer === "choice" && { offers: presentOffers(link) }),
  ...(include.has("schedule") && link.schedule && { schedule: link.schedule }),
  ...(include.has("slug") && link.slug !== undefined && { slug: link.slug }),
  ...(include.has("state") && { state: stateOf(link, now) }),
});

/** The offers of a choice link, in order. */
const presentOffers = (link: Extract<Link, { retailer: "choice" }>): OfferResource[] =>
  partsOf(openedLink(link)).flatMap(({ offerKey, urlType }) => {
    const offer = link.offers.find(({ key }) => key === offerKey);
    if (!offer) return [];
    return [
      { key: offerKey, retailer: offer.retailer, intent: offer.intent, label: labelOf(offer), urlType },
    ];
  });

/** A retailer with the options to send for each intent. */
export function presentRetailer({ retailerId, slug, ...retailer }: DeliveryAppRetailer): RetailerRecord {
  const byId = { routingMode: "specific", retailerId } as const;
  return {
    provider: "delivery_app",
    name: retailer.name,
    retailerId,
    slug,
    services: retailer.services,
    categories: retailer.categories,
    locationCount: retailer.locationCount,
    samplePostalCodes: retailer.samplePostalCodes,
    usage: {
      shoppingList: byId,
      recipe: byId,
      productDetail: { routingMode: "specific", retailer: slug },
    },
  };
}

export const linkApiUrl = (origins: Origins, linkId: string): string => `${origins.api}/v1/links/${linkId}`;

/** An entry of a link's history. The names of a QR code's fields are prefixed with `qrCodes.<identifier>.`. */
export function presentHistoryEntry({
  version,
  activity,
  destination,
  actorName,
}: HistoryEntry): HistoryEntryResource {
  const { at, actor, object, changes } = activity;
  const code = object.type === "qr_code" ? parseQrCodeId(object.id) : null;
  const prefix = code ? `qrCodes.${code.identifier}.` : "";
  return {
    version,
    at,
    // A member's name is an email address, which only members may see.
    actor: { ...actor, ...(actor.type === "api_key" && actorName !== null && { name: actorName }) },
    changes: changes.map((change) => ({ ...change, field: prefix + change.field })),
    destination,
  };
}
