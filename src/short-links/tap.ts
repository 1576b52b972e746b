import { addressUrl } from "../core/origins.ts";
import type { ChoiceEntry, OfferEntry } from "./choice.ts";
import type { KnownLink, Target } from "./memory.ts";
import { answerWith, type PreparedRedirect, redirectTo } from "./redirect-response.ts";
import { targetRedirect } from "./target-redirect.ts";
import type { ChoiceResponse, RedirectDependencies, Visit } from "./visit.ts";
import { isPrefetch } from "./visitor.ts";

const REMEMBER = /[?&]remember=1(?=&|$)/;

/**
 * Answers at the URL of the offer `key` of a link: a redirect to it; to the page if it was removed or can't be opened,
 * because the URL may be printed; undefined if there never was such an offer.
 */
export function answerTap(
  { project }: KnownLink,
  { offers, removed }: ChoiceEntry,
  key: string,
  visit: Visit,
  dependencies: RedirectDependencies,
): ChoiceResponse | Promise<ChoiceResponse> | undefined {
  const { request, url } = visit;
  const offer = offers.find((each) => each.key === key);
  if (!offer && !removed?.includes(key)) return undefined;
  const prepared = offer && offerRedirect(offer, visit, dependencies);
  if (!prepared) return { response: leadToLink(visit, dependencies) };
  const response = answerWith(prepared, request);
  const remembers = REMEMBER.test(url) && request.method !== "HEAD" && !isPrefetch(request);
  const answer = { response, offer: key };
  return remembers ? remembering(answer, project.organizationId, offer.retailer, visit) : answer;
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

/** The answer that also has the shopper's browser remember the shop, if they asked for that on the page. Few do. */
async function remembering(
  answer: ChoiceResponse,
  organizationId: string,
  retailer: string,
  visit: Visit,
): Promise<ChoiceResponse> {
  const { isFromOwnPage, shopCookie } = await import("./remembered-shop.ts");
  if (!isFromOwnPage(visit)) return answer;
  const response = new Response(null, answer.response);
  response.headers.set("Set-Cookie", shopCookie(visit.request, organizationId, retailer));
  return { ...answer, response };
}
