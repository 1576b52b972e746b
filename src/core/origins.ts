import { qrCodeId } from "./ids.ts";

/** The origins that absolute URLs are made with. Both come from configuration, never from a header. */
export interface Origins {
  shortLink: string;
  api: string;
}

export const shortLinkUrl = (origins: Origins, shortId: string): string => `${origins.shortLink}/${shortId}`;

/** The URL in a QR code: tells scans from clicks, and one code of a link from another. */
export const encodedUrl = (origins: Origins, shortId: string, identifier: string): string =>
  `${shortLinkUrl(origins, shortId)}?qr=${identifier}`;

export const imageUrl = (origins: Origins, linkId: string, identifier: string): string =>
  `${origins.shortLink}/qr/${qrCodeId(linkId, identifier)}.svg`;
