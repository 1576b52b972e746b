import type { HistoryEntry } from "../audit/activity-store.ts";
import { parseQrCodeId, qrCodeId } from "../core/ids.ts";
import { domainOrigin, imageUrl, type Origins, shortLinkUrl } from "../core/origins.ts";
import type { DeliveryAppRetailer } from "../delivery-app/retailer.ts";
import { labelOf } from "../links/choice-entry.ts";
import type { Link } from "../links/link.ts";
import { linkAddresses } from "../links/link-addresses.ts";
import { partsOf } from "../links/link-part.ts";
import { stateOf } from "../links/link-state.ts";
import type { QrCode } from "../qr-codes/qr-code.ts";
import type {
  HistoryEntryResource,
  LinkResource,
  OfferResource,
  QrCodeResource,
  RetailerRecord,
} from "./resources.ts";

/** A QR code as the API returns it. */
export function presentQrCode(qrCode: QrCode, origins: Origins): QrCodeResource {
  return {
    id: qrCodeId(qrCode.linkId, qrCode.identifier),
    linkId: qrCode.linkId,
    identifier: qrCode.identifier,
    name: qrCode.name,
    imageUrl: imageUrl(origins, qrCode.linkId, qrCode.identifier),
    encodedUrl: qrCode.encodedUrl,
    isDefault: qrCode.isDefault,
    ...(qrCode.metadata && { metadata: qrCode.metadata }),
    ...(qrCode.style && { style: qrCode.style }),
    createdAt: qrCode.createdAt,
  };
}

/** A link as its creation returns it: without products, metadata and updatedAt, and without urlType but for choices. */
export function presentCreatedLink(link: Link, qrCode: QrCode | null, origins: Origins): LinkResource {
  return {
    id: link.id,
    projectId: link.projectId,
    name: link.name,
    ...(link.publicName !== undefined && { publicName: link.publicName }),
    retailer: link.retailer,
    intent: link.intent,
    status: link.status,
    state: stateOf(link, new Date(link.createdAt)),
    ...(link.schedule && { schedule: link.schedule }),
    shortLink: shortLinkUrl(origins, link),
    shortId: link.shortId,
    ...(link.slug !== undefined && { slug: link.slug }),
    domain: new URL(domainOrigin(origins, link.domain)).host,
    addresses: linkAddresses(link, origins),
    ...(qrCode && { qrCode: presentQrCode(qrCode, origins) }),
    ...(link.retailer === "choice" && { urlType: link.urlType, offers: presentOffers(link) }),
    createdAt: link.createdAt,
  };
}

/** The offers of a choice link, in order. */
const presentOffers = (link: Extract<Link, { retailer: "choice" }>): OfferResource[] =>
  partsOf(link).flatMap(({ offerKey, urlType }) => {
    const offer = link.offers.find(({ key }) => key === offerKey);
    if (!offer) return [];
    return [
      { key: offerKey, retailer: offer.retailer, intent: offer.intent, label: labelOf(offer), urlType },
    ];
  });

/** A link as `GET` returns it at the moment `now`. */
export function presentLink(link: Link, qrCode: QrCode | null, origins: Origins, now: Date): LinkResource {
  const { products, metadata } = link;
  return {
    ...presentCreatedLink(link, qrCode, origins),
    state: stateOf(link, now),
    urlType: link.urlType,
    ...(products && { products }),
    ...(metadata && { metadata }),
    updatedAt: link.updatedAt,
  };
}

/** A retailer with the option values to send for each intent. */
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

/** The URL of a link in the API. */
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
    // A member's name is an e-mail address, which only members are shown.
    actor: { ...actor, ...(actor.type === "api_key" && actorName !== null && { name: actorName }) },
    changes: changes.map((change) => ({ ...change, field: prefix + change.field })),
    destination,
  };
}
