import { serviceUnavailable } from "./errors.ts";
import { qrCodeId } from "./ids.ts";

/** The origins that absolute URLs are made with. Both come from configuration, never from a header. */
export interface Origins {
  shortLink: string;
  api: string;
  /** Why nothing may be created with these, for the log; null where all is well. */
  problem: string | null;
}

/** Throws `service_unavailable` where nothing may be created with these origins: a printed code cannot be recalled. */
export function requirePrintable({ problem }: Origins): void {
  if (problem !== null) throw serviceUnavailable(problem);
}

export const shortLinkUrl = (origins: Origins, shortId: string): string => `${origins.shortLink}/${shortId}`;

/** The URL in a QR code: tells scans from clicks, and one code of a link from another. */
export const encodedUrl = (origins: Origins, shortId: string, identifier: string): string =>
  `${shortLinkUrl(origins, shortId)}?qr=${identifier}`;

export const imageUrl = (origins: Origins, linkId: string, identifier: string): string =>
  `${origins.shortLink}/qr/${qrCodeId(linkId, identifier)}.svg`;
