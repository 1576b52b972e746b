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

/** What the addresses of a link are made of. */
export interface LinkNames {
  shortId: string;
  /** The host of its addresses; empty for the default one. */
  domain: string;
  /** What stands in place of the short id; absent for none. */
  slug?: string | undefined;
}

/**
 * The origin of a domain, which is empty for the default one. A name of this machine, such as `brand.localhost`, is served
 * where the service itself is.
 */
export function domainOrigin(origins: Origins, domain: string): string {
  if (domain === "") return origins.shortLink;
  if (!domain.endsWith(".localhost")) return `https://${domain}`;
  const { protocol, port } = new URL(origins.shortLink);
  return `${protocol}//${domain}${port && `:${port}`}`;
}

/** The URL of a short id or a slug on a domain, which is empty for the default one. */
export const addressUrl = (origins: Origins, domain: string, name: string): string =>
  `${domainOrigin(origins, domain)}/${name}`;

/** The URL of a link that is shown and shared: by its slug, or else by its short id. */
export const shortLinkUrl = (origins: Origins, { domain, slug, shortId }: LinkNames): string =>
  addressUrl(origins, domain, slug ?? shortId);

/** The absolute form of a destination, which may be a path on our own host. */
export const ownUrl = (origins: Origins, destination: string): string =>
  destination.startsWith("/") ? origins.shortLink + destination : destination;

/** The URL in a QR code. Its query tells scans from clicks, and the codes of one link from each other. */
export const encodedUrl = (origins: Origins, link: LinkNames, identifier: string): string =>
  `${shortLinkUrl(origins, link)}?qr=${identifier}`;

/** The public URL of a QR code's image. */
export const imageUrl = (origins: Origins, linkId: string, identifier: string): string =>
  `${origins.shortLink}/qr/${qrCodeId(linkId, identifier)}.svg`;
