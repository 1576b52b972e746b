import { isSocialPreview, userAgentText } from "../../platform/known-user-agents.ts";
import { readUserAgent } from "../../platform/user-agent.ts";
import type { OfferEntry } from "../../short-links/choice.ts";
import { wantsJson } from "../../short-links/problems.ts";
import { answerWith } from "../../short-links/redirect-response.ts";
import { rememberedShop } from "../../short-links/remembered-shop.ts";
import { offerRedirect } from "../../short-links/tap.ts";
import { type VisibleOffers, visibleOffers } from "../../short-links/visible-offers.ts";
import type { ChoiceResponse, ChoiceVisit } from "../../short-links/visit.ts";
import { isPrefetch } from "../../short-links/visitor.ts";
import { choiceJson } from "./choice-json.ts";
import { leadableOffers } from "./leadable-offers.ts";
import { pageResponse } from "./page-answer.ts";
import { type Query, questionOf } from "./question.ts";

/** A visit of a choice link with everything that decides what the shopper sees. */
export interface ChoiceQuery extends ChoiceVisit {
  question: Query;
  visible: VisibleOffers;
  /** Whether all shoppers see the same offers. */
  isForAll: boolean;
  /** The retailer that the shopper's browser remembers; undefined without such a retailer. */
  shop: string | undefined;
}

/**
 * Responds to a visit of a choice link: with the page, its offers as JSON, or a redirect to the only offer or the
 * remembered shop. Throws or rejects if none of the offers can be opened.
 */
export function answerChoice(visited: ChoiceVisit): ChoiceResponse | Promise<ChoiceResponse> {
  const { link, visit, choice } = visited;
  const { request, country, time: now } = visit;
  const question = questionOf(visit);
  const { offers, forAll } = leadableOffers(choice);
  if (offers.length === 0) throw new Error("no offer of the link can be opened");
  const visible = forAll ?? visibleOffers({ offers, page: choice.page }, { country, all: question.all, now });
  const remembered =
    question.remember === "0" ? undefined : rememberedShop(request, link.project.organizationId);
  // Other values in the cookie are no offers of this link.
  const shop = choice.offers.find(({ retailer }) => retailer === remembered)?.retailer;
  const asked = { ...visited, question, visible, isForAll: forAll !== null, shop };
  if (wantsJson(request)) return { response: choiceJson(asked) };
  const offer = offerToOpen(asked);
  const prepared = offer && offerRedirect(offer, visit, visited.dependencies);
  if (prepared) return { response: answerWith(prepared, request), offer: offer.key };
  const page = pageResponse(asked);
  const { isSamePage } = question;
  return page instanceof Promise
    ? page.then((response) => ({ response, isSamePage }))
    : { response: page, isSamePage };
}

/** The offer to redirect to without a page; undefined to show the page. */
function offerToOpen({ choice, visible, question, shop, visit }: ChoiceQuery): OfferEntry | undefined {
  const { request } = visit;
  if (question.choose || question.all) return undefined;
  const { rows, allSoldOut } = visible;
  const [first] = rows;
  const isSingle = rows.length === 1 && choice.page.skipSingle && !allSoldOut;
  const remembered = shop === undefined || request.method === "HEAD" ? undefined : shop;
  const offer = isSingle
    ? first?.offer
    : rows.find(({ offer: { retailer } }) => retailer === remembered)?.offer;
  return offer === undefined || isAutomatic(request) ? undefined : offer;
}

/** Robots, previews and prefetches get the page: no shopper has chosen for them. */
function isAutomatic(request: Request): boolean {
  const userAgent = userAgentText(request.headers.get("User-Agent"));
  return isPrefetch(request) || isSocialPreview(userAgent) || readUserAgent(userAgent).robot;
}
