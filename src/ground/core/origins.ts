/** The origins of our absolute URLs: the configured origins, or else the origin of the request. */
export interface Origins {
  shortLink: string;
  api: string;
  /** Why nothing may be created with these origins, for the log; null if creation is allowed. */
  problem: string | null;
}

/** The parts of a link's URLs. */
export interface LinkNames {
  shortId: string;
  /** The host of its URLs; empty for the default host. */
  domain: string;
  /** Replaces the short id in the link's URL; absent without a slug. */
  slug?: string | undefined;
  /** The GTIN that its domain resolves to it, in 14 digits; absent without a GTIN. */
  gtin?: string | undefined;
  /** Paths of its domain, as stored, that also open it: printed before it was here. */
  addresses?: { keep?: readonly string[] | undefined } | undefined;
}

/** The kept paths of a link. Each begins with a slash. */
export const keptOf = ({ addresses }: Pick<LinkNames, "addresses">): readonly string[] =>
  addresses?.keep ?? [];

/**
 * The origin of a domain; empty means the default host. A name of this machine, such as `brand.localhost`, has the protocol
 * and port of the service itself: https if the service has it on any of its origins.
 */
export function domainOrigin(origins: Origins, domain: string): string {
  if (domain === "") return origins.shortLink;
  if (!domain.endsWith(".localhost")) return `https://${domain}`;
  const own = [origins.shortLink, origins.api].find((origin) => origin.startsWith("https:"));
  const { protocol, port } = new URL(own ?? origins.shortLink);
  return `${protocol}//${domain}${port && `:${port}`}`;
}

/** The URL of a short id, a slug or a kept path on a domain, where empty means the default host. */
export const addressUrl = (origins: Origins, domain: string, name: string): string =>
  `${domainOrigin(origins, domain)}${name.startsWith("/") ? "" : "/"}${name}`;

/** The URL under which a link is shown and shared: with its slug, or else its short id. */
export const shortLinkUrl = (origins: Origins, { domain, slug, shortId }: LinkNames): string =>
  addressUrl(origins, domain, slug ?? shortId);

/** The path of our own page of a link or, with its key, of an offer: a list, a recipe or products. */
export const listPath = (shortId: string, offerKey = ""): string =>
  `/lists/${shortId}${offerKey && `/${offerKey}`}`;

/** The absolute form of a destination, which may be a path on our own host. */
export const ownUrl = (origins: Origins, destination: string): string =>
  destination.startsWith("/") ? origins.shortLink + destination : destination;

/** The URL in a QR code. Its query distinguishes scans from clicks, and the codes of a link from each other. */
export const encodedUrl = (origins: Origins, link: LinkNames, identifier: string): string =>
  `${shortLinkUrl(origins, link)}?qr=${identifier}`;
