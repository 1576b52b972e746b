import { serviceUnavailable } from "./errors.ts";
import { qrCodeId } from "./ids.ts";

/** The origins of the absolute URLs that we make: the configured ones, or else that of the request. */
export interface Origins {
  shortLink: string;
  api: string;
  /** Why nothing may be created with these origins, for the log; null where creation is allowed. */
  problem: string | null;
}

/** Throws `service_unavailable` where nothing may be created with these origins: a printed code cannot be corrected. */
export function requirePrintable({ problem }: Origins): void {
  if (problem !== null) throw serviceUnavailable(problem);
}

/** The URL of a short link. */
export const shortLinkUrl = (origins: Origins, shortId: string): string => `${origins.shortLink}/${shortId}`;

/** The absolute form of a destination, which may be a path on our own host. */
export const ownUrl = (origins: Origins, destination: string): string =>
  destination.startsWith("/") ? origins.shortLink + destination : destination;

/** The URL in a QR code. Its query tells scans from clicks, and the codes of one link from each other. */
export const encodedUrl = (origins: Origins, shortId: string, identifier: string): string =>
  `${shortLinkUrl(origins, shortId)}?qr=${identifier}`;

/** The public URL of a QR code's image. */
export const imageUrl = (origins: Origins, linkId: string, identifier: string): string =>
  `${origins.shortLink}/qr/${qrCodeId(linkId, identifier)}.svg`;
