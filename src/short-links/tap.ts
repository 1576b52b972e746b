import { addressUrl } from "../core/origins.ts";
import type { ChoiceEntry, OfferEntry } from "./choice.ts";
import type { Target } from "./memory.ts";
import { answerWith, type PreparedRedirect, redirectTo } from "./redirect-response.ts";
import { shopCookie } from "./remembered-shop.ts";
import { targetRedirect } from "./target-redirect.ts";
import type { ChoiceAnswer, RedirectDependencies, Visit } from "./visit.ts";
import { isPrefetch } from "./visitor.ts";

const REMEMBER = /[?&]remember=1(?=&|$)/;

/**
 * Answers at the address of the offer `key`: a redirect to it; to the page where it was removed or leads nowhere, because
 * the address may be printed; undefined where there never was such an offer.
 */
export function answerTap(
  { offers, removed }: ChoiceEntry,
  key: string,
  visit: Visit,
  dependencies: RedirectDependencies,
): ChoiceAnswer | undefined {
  const { request, url } = visit;
  const offer = offers.find((each) => each.key === key);
  if (!offer && !removed?.includes(key)) return undefined;
  const prepared = offer && offerRedirect(offer, visit, dependencies);
  if (!prepared) return { response: leadToLink(visit, dependencies) };
  const response = answerWith(prepared, request);
  return {
    response: REMEMBER.test(url) ? remembering(response, offer, request) : response,
    offer: key,
  };
}

/** The redirect from the address of an offer that is gone to that of its link. */
export function leadToLink({ request, qr, host, name }: Visit, { origins }: RedirectDependencies): Response {
  const link = addressUrl(origins(), host, name);
  return answerWith(redirectTo(qr === "" ? link : `${link}?qr=${qr}`), request);
}

/** Where an offer leads, or undefined where it leads nowhere, which is logged. */
export function offerRedirect(
  offer: OfferEntry,
  { request, name }: Visit,
  dependencies: RedirectDependencies,
): PreparedRedirect | undefined {
  try {
    // Once the redirect was made, the destination has been looked at.
    const known: Target = offer;
    if (known.redirect === undefined && !isUrl(offer.destination))
      throw new Error("the destination is no URL");
    return targetRedirect(known, request, dependencies);
  } catch (cause) {
    dependencies.log("error", "redirect", { name, offer: offer.key, cause });
    return undefined;
  }
}

/** Whether a destination is an absolute URL, or a path on our own host, that a Location header can carry. */
export const isUrl = (destination: string): boolean =>
  /^[!-~]+$/.test(destination) && (destination.startsWith("/") || URL.canParse(destination));

/** The answer that also has the shopper's browser remember the shop, unless nobody has chosen it. */
function remembering(answer: Response, { retailer }: OfferEntry, request: Request): Response {
  if (request.method === "HEAD" || isPrefetch(request)) return answer;
  const own = new Response(null, answer);
  own.headers.set("Set-Cookie", shopCookie(request, retailer));
  return own;
}
