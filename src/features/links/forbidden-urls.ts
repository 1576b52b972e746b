import { bareHost } from "../../ground/core/domain-host.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import type { Origins } from "../../ground/core/origins.ts";
import { locationOf } from "../../ground/core/plain-url.ts";
import { portOf } from "../../ground/core/urls.ts";
import type { Domain } from "../addresses/domain-store.ts";
import type { AnyOptions, LinkDefinition, SingleDestinationDefinition } from "../retailers/definition.ts";

/**
 * The 422 for forbidden URLs in a definition, or null. A destination on our own hosts or on any organization's domain
 * would be a redirect loop, and credentials in a URL would be shown to every shopper. URLs that the link had `before`
 * are accepted: rules may have changed, but must not prevent anybody from correcting the link or switching it off.
 */
export function forbiddenUrls(
  definition: LinkDefinition,
  origins: Origins,
  domains: readonly Pick<Domain, "host">[],
  before?: LinkDefinition,
): ServiceError | null {
  const known = before ? urlsOf(before) : [];
  const isKnown = (given: GivenUrl) =>
    known.some(({ text, redirects }) => text === given.text && redirects === given.redirects);
  const problems = urlsOf(definition).flatMap((given) => {
    const { field, text, redirects } = given;
    if (isKnown(given)) return [];
    const url = new URL(locationOf(text));
    if (url.username || url.password) return [{ field, message: "must not contain a user name or password" }];
    return redirects && (isOwnHost(url, origins) || isDomain(url, domains))
      ? [{ field, message: "must not point to this service" }]
      : [];
  });
  if (problems.length === 0) return null;
  return new ServiceError("url_not_allowed", "The request contains a URL that is not allowed. See details.", {
    details: problems,
  });
}

/** A URL of a definition, and whether shoppers are redirected to it. */
export interface GivenUrl {
  field: string;
  text: string;
  redirects: boolean;
}

/** The URLs of a definition, in order. */
export function urlsOf(definition: LinkDefinition): GivenUrl[] {
  const common = [
    ...given("schedule.endedUrl", definition.schedule?.endedUrl, true),
    ...urlsOfGtin("gtinLinks", definition.gtinLinks),
    ...urlsOfGtin("gtinLots", definition.gtinLots),
    ...given("card.imageUrl", definition.card?.imageUrl, false),
  ];
  if (definition.retailer !== "choice") return [...urlsOfPart(definition, ""), ...common];
  const { offers, page, fallbackUrl } = definition;
  return [
    ...common,
    ...given("fallbackUrl", fallbackUrl, true),
    ...given("page.imageUrl", page?.imageUrl, false),
    ...offers.flatMap((offer, index) => urlsOfPart(offer, `offers[${index}].`)),
  ];
}

/** The URLs of a GTIN's links. They may be short links of this service, but not addresses of GTINs: that could be a loop. */
const urlsOfGtin = (field: string, links: readonly { url: string }[] = []): GivenUrl[] =>
  links.flatMap(({ url }, index) =>
    given(`${field}[${index}].url`, url, new URL(locationOf(url)).pathname.startsWith("/01/")),
  );

/** The URLs of a link with one destination or of an offer; field names begin with `prefix`. */
function urlsOfPart(
  {
    customUrl,
    fallbackUrl,
    options,
  }: Pick<SingleDestinationDefinition, "customUrl" | "fallbackUrl" | "options">,
  prefix: string,
): GivenUrl[] {
  const { shoppingList, recipe } = (options as AnyOptions)?.delivery_app ?? {};
  const ofApp = `${prefix}options.delivery_app`;
  return [
    ...given(`${prefix}customUrl`, customUrl, true),
    ...given(`${prefix}fallbackUrl`, fallbackUrl, true),
    ...given(`${ofApp}.shoppingList.imageUrl`, shoppingList?.imageUrl, false),
    ...given(`${ofApp}.recipe.imageUrl`, recipe?.imageUrl, false),
    ...given(
      `${ofApp}.recipe.landingPageConfiguration.partnerLinkbackUrl`,
      recipe?.landingPageConfiguration?.partnerLinkbackUrl,
      false,
    ),
  ];
}

const given = (field: string, text: string | undefined, redirects: boolean): GivenUrl[] =>
  text === undefined ? [] : [{ field, text, redirects }];

const isDomain = (url: URL, domains: readonly Pick<Domain, "host">[]): boolean =>
  domains.some(({ host }) => host === bareHost(url.hostname));

const WEB_PORTS = ["80", "443"];

function isOwnHost(url: URL, origins: Origins): boolean {
  return [origins.shortLink, origins.api].some((origin) => {
    const own = new URL(origin);
    const samePort =
      portOf(own) === portOf(url) || (WEB_PORTS.includes(portOf(own)) && WEB_PORTS.includes(portOf(url)));
    return samePort && bareHost(own.hostname) === bareHost(url.hostname);
  });
}
