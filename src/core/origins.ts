import type { LinkRequest } from "../retailers/definition.ts";
import { ServiceError } from "./errors.ts";
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

export const linkApiUrl = (origins: Origins, linkId: string): string => `${origins.api}/v1/links/${linkId}`;

/**
 * The 422 for URLs of the request that must not be handed on, or null: a destination on our own hosts is a loop, and
 * user:password in a URL is a secret on a poster.
 */
export function forbiddenUrls(request: LinkRequest, origins: Origins): ServiceError | null {
  const page = request.options?.delivery_app;
  const destinations = [
    ["customUrl", request.customUrl],
    ["fallbackUrl", request.fallbackUrl],
  ] as const;
  const others = [
    ["options.delivery_app.shoppingList.imageUrl", page?.shoppingList?.imageUrl],
    ["options.delivery_app.recipe.imageUrl", page?.recipe?.imageUrl],
    [
      "options.delivery_app.recipe.landingPageConfiguration.partnerLinkbackUrl",
      page?.recipe?.landingPageConfiguration?.partnerLinkbackUrl,
    ],
  ] as const;
  const problems = [...destinations, ...others].flatMap(([field, text]) => {
    if (text === undefined) return [];
    const url = new URL(text);
    if (url.username || url.password) return [{ field, message: "must not carry a user name or password" }];
    const loops = destinations.some(([name]) => name === field) && isOwnHost(url, origins);
    return loops ? [{ field, message: "must not lead back to this service" }] : [];
  });
  if (problems.length === 0) return null;
  return new ServiceError("url_not_allowed", "The request holds a URL that is not allowed. See details.", {
    details: problems,
  });
}

const WEB_PORTS = ["80", "443"];

function isOwnHost(url: URL, origins: Origins): boolean {
  return [origins.shortLink, origins.api].some((origin) => {
    const own = new URL(origin);
    const samePort =
      portOf(own) === portOf(url) || (WEB_PORTS.includes(portOf(own)) && WEB_PORTS.includes(portOf(url)));
    return samePort && bareHost(own) === bareHost(url);
  });
}

const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");
/** A trailing dot names the same host. */
const bareHost = (url: URL): string => url.hostname.replace(/\.$/, "");
