import { addressUrl } from "../../ground/core/origins.ts";
import { isUrl } from "../../ground/core/plain-url.ts";
import { ofVisit, visitPairs } from "./apply-visit-query.ts";
import type { ChoiceEntry, OfferEntry } from "./choice.ts";
import { type PreparedRedirect, redirectTo, sendRedirect } from "./prepared-redirect.ts";
import type { KnownLink } from "./redirect-memory.ts";
import type { ChoiceResponse, RedirectDependencies } from "./short-link-visit.ts";
import { targetRedirect } from "./target-redirect.ts";
import { picksItself } from "./visible-offers.ts";
import type { Visit } from "./visit.ts";
import { isPrefetch } from "./visitor.ts";

const REMEMBER = /[?&]remember=1(?=&|$)/;

/**
 * Responds at the URL of the offer `key` of a link: with a redirect to it; to the page if it was removed or can't be
 * opened, because the URL may be printed; undefined if the offer never existed.
 */
export function respondToTap(
  link: KnownLink,
  choice: ChoiceEntry,
  key: string,
  visit: Visit,
  dependencies: RedirectDependencies,
): ChoiceResponse | Promise<ChoiceResponse> | undefined {
  const { request, url } = visit;
  const { offers, removed } = choice;
  const offer = offers.find((each) => each.key === key);
  if (!offer && !removed?.includes(key)) return undefined;
  const prepared = offer && offerRedirect(offer, visit, dependencies);
  if (!prepared) return { response: redirectToLink(link, visit, dependencies) };
  const response = sendRedirect(prepared, request);
  const remembers =
    REMEMBER.test(url) && !picksItself(choice) && request.method !== "HEAD" && !isPrefetch(request);
  const result = { response, offer: key };
  return remembers ? remembering(result, link.project.organizationId, offer.retailer, visit) : result;
}

/** The redirect from the URL of a removed offer to the URL of its link. */
export function redirectToLink(
  { query }: Pick<KnownLink, "query">,
  { request, url, qr, host, name }: Visit,
  { origins }: RedirectDependencies,
): Response {
  const pairs = [
    ...(qr === "" ? [] : [`qr=${qr}`]),
    ...(query?.forward ? visitPairs(url, query.ofChoice) : []),
  ];
  const link = addressUrl(origins(), host, name);
  return sendRedirect(redirectTo(pairs.length === 0 ? link : `${link}?${pairs.join("&")}`), request);
}

/** The redirect to an offer; undefined for an unusable destination, which is logged. */
export function offerRedirect(
  offer: OfferEntry,
  { request, url, name }: Visit,
  dependencies: RedirectDependencies,
): PreparedRedirect | undefined {
  try {
    // A redirect is only built for a checked destination.
    const known = ofVisit(offer, url);
    if (known.redirect === undefined && !isUrl(offer.destination))
      throw new Error("the destination is not a URL");
    return targetRedirect(known, request, dependencies);
  } catch (cause) {
    dependencies.log("error", "redirect", { name, offer: offer.key, cause });
    return undefined;
  }
}

/** The response that also stores the shop in the shopper's browser, if they asked for it on the page. */
async function remembering(
  result: ChoiceResponse,
  organizationId: string,
  retailer: string,
  visit: Visit,
): Promise<ChoiceResponse> {
  const { isFromOwnPage, shopCookie } = await import("./remembered-shop.ts");
  if (!isFromOwnPage(visit)) return result;
  const response = new Response(null, result.response);
  response.headers.set("Set-Cookie", shopCookie(visit.request, organizationId, retailer));
  return { ...result, response };
}
