import { ServiceError } from "../core/errors.ts";
import type { Origins } from "../core/origins.ts";
import type { AnyOptions, LinkDefinition } from "../retailers/definition.ts";

/**
 * The 422 for URLs of a definition that are not allowed, or null. A destination on our own hosts would be a redirect
 * loop, and a user name or password in a URL would be shown to every shopper.
 */
export function forbiddenUrls(definition: LinkDefinition, origins: Origins): ServiceError | null {
  const options: AnyOptions = definition.options;
  const { shoppingList, recipe } = options?.delivery_app ?? {};
  const destinations = [
    ["customUrl", definition.customUrl],
    ["fallbackUrl", definition.fallbackUrl],
  ] as const;
  const others = [
    ["options.delivery_app.shoppingList.imageUrl", shoppingList?.imageUrl],
    ["options.delivery_app.recipe.imageUrl", recipe?.imageUrl],
    [
      "options.delivery_app.recipe.landingPageConfiguration.partnerLinkbackUrl",
      recipe?.landingPageConfiguration?.partnerLinkbackUrl,
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
