import type { LinkRequest } from "../retailers/definition.ts";
import type { Metadata } from "../core/metadata.ts";
import type { StoreRoutes } from "../short-links/shop-choice.ts";
import type { LinkStatus, UrlType } from "../core/vocabulary.ts";

/** A link as stored. Times are ISO 8601 in UTC. */
export interface Link {
  id: string;
  organizationId: string;
  shortId: string;
  status: LinkStatus;
  urlType: UrlType;
  /** An absolute URL, or a path on our own host. */
  destination: string;
  /** Rises with every change; what a cache holds of an older version never replaces a newer one. */
  version: number;
  createdAt: string;
  updatedAt: string;
  /** What was asked for, whole. */
  request: LinkRequest;
}

export interface QrCode {
  linkId: string;
  identifier: string;
  name: string;
  encodedUrl: string;
  isDefault: boolean;
  metadata?: Metadata | undefined;
  createdAt: string;
}

/** What the redirect needs of a link. */
export interface RedirectEntry {
  linkId: string;
  status: LinkStatus;
  destination: string;
  version: number;
  publicName?: string | undefined;
  /** Preferred stores that the redirect chooses from by the shopper's postal code. */
  stores?: StoreRoutes | undefined;
}

/** The entry of a link as it was committed; its stores are looked up after that. */
export const redirectEntry = (link: Link): RedirectEntry => ({
  linkId: link.id,
  status: link.status,
  destination: link.destination,
  version: link.version,
  publicName: link.request.publicName,
});
