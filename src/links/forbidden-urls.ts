import type { Domain } from "../addresses/domain.ts";
import { bareHost } from "../core/domain-host.ts";
import { ServiceError } from "../core/errors.ts";
import type { Origins } from "../core/origins.ts";
import type { AnyOptions, LinkDefinition, SingleDestinationDefinition } from "../retailers/definition.ts";

/**
 * The 422 for URLs of a definition that are not allowed, or null. A destination on our own hosts, those of any organization
 * included, would be a redirect loop, and a user name or password in a URL would be shown to every shopper. URLs that the
 * link has already, as it was `before`, are left alone: the rules may have changed since, and must not keep anybody from
 * correcting or switching off the link.
 */
export function forbiddenUrls(
  definition: LinkDefinition,
  origins: Origins,
  domains: readonly Pick<Domain, "host">[],
  before?: LinkDefinition,
): ServiceError | null {
  const known = before ? urlsOf(before) : [];
  const isKnown = (given: GivenUrl) =>
    known.some(({ text, leads }) => text === given.text && leads === given.leads);
  const problems = urlsOf(definition).flatMap((given) => {
    const { field, text, leads } = given;
    if (isKnown(given)) return [];
    const url = new URL(text);
    if (url.username || url.password) return [{ field, message: "must not carry a user name or password" }];
    return leads && (isOwnHost(url, origins) || isDomain(url, domains))
      ? [{ field, message: "must not lead back to this service" }]
      : [];
  });
  if (problems.length === 0) return null;
  return new ServiceError("url_not_allowed", "The request holds a URL that is not allowed. See details.", {
    details: problems,
  });
}

/** A URL of a definition, and whether visits lead to it. */
interface GivenUrl {
  field: string;
  text: string;
  leads: boolean;
}

function urlsOf(definition: LinkDefinition): GivenUrl[] {
  const ended = given("schedule.endedUrl", definition.schedule?.endedUrl, true);
  if (definition.retailer !== "choice") return [...urlsOfPart(definition, ""), ...ended];
  const { offers, page } = definition;
  return [
    ...ended,
    ...given("page.imageUrl", page?.imageUrl, false),
    ...offers.flatMap((offer, index) => urlsOfPart(offer, `offers[${index}].`)),
  ];
}

/** Those of a link with one destination, or of an offer; their fields begin with `prefix`. */
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

const given = (field: string, text: string | undefined, leads: boolean): GivenUrl[] =>
  text === undefined ? [] : [{ field, text, leads }];

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

const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");
