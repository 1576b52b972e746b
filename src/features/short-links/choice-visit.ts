import { GTIN_CODE } from "../../ground/core/gtin.ts";
import { acceptedRanges } from "../../ground/core/language-tags.ts";
import type { UserAgent } from "../../ground/platform/known-user-agents.ts";
import type { ChoiceEntry } from "./choice.ts";
import type { PickVisit } from "./pick-offer.ts";
import { isFromOwnPage } from "./remembered-shop.ts";
import { sourceIn } from "./short-link-url.ts";
import type { Visit } from "./short-link-visit.ts";

/** The query of a choice link. */
export interface ChoiceQuery {
  /** Shows hidden offers, too. */
  all: boolean;
  /** Shows the page, whatever is remembered. People bookmark this URL to choose again. */
  choose: boolean;
  /** From a control of the page. `1`: remember the next choice; `0`: forget the remembered choice. */
  remember: "0" | "1" | undefined;
  /** Whether only controls of the page and the redirect from a GTIN's address have such a URL: the visit was counted before. */
  isSamePage: boolean;
}

const NOTHING: ChoiceQuery = { all: false, choose: false, remember: undefined, isSamePage: false };

/** Reads the query of a visit. */
export function choiceQueryOf(visit: Visit): ChoiceQuery {
  const { url } = visit;
  const start = url.indexOf("?");
  if (start < 0) return NOTHING;
  const query = new URLSearchParams(url.slice(start));
  const remember = query.get("remember");
  const isControl = remember === "0" || remember === "1";
  const all = query.get("all") === "1";
  return {
    all,
    choose: query.get("choose") === "1" || isControl,
    isSamePage: all || isControl || (query.get("counted") === "1" && visit.qr.startsWith(GTIN_CODE)),
    remember: isControl && isFromOwnPage(visit) ? remember : undefined,
  };
}

/** Whether a program made a request, not a shopper. */
export const isProgram = ({ robot, office, socialPreview }: UserAgent): boolean =>
  robot || office || socialPreview;

/** Cloudflare's codes for an unknown country and for visitors of the Tor network. */
const UNKNOWN_COUNTRIES = ["XX", "T1"];

/** The properties of a visit for the rules of a choice. The region and the language are read only for rules with them. */
export function pickVisitOf(
  { offers }: Pick<ChoiceEntry, "offers">,
  { request, url, country, qr }: Visit,
  userAgent: UserAgent,
): Omit<PickVisit, "isLenient"> {
  const needs = (name: "regions" | "languages") => offers.some(({ when }) => when?.[name] !== undefined);
  return {
    country: country === undefined || UNKNOWN_COUNTRIES.includes(country) ? undefined : country,
    region: needs("regions") ? regionOf(request) : undefined,
    device: userAgent.device,
    // Every other system is known not to be one of them.
    system: userAgent.system ?? "",
    languages: needs("languages") ? firstLanguage(request.headers.get("Accept-Language")) : undefined,
    qrCode: qr.toLowerCase(),
    source: sourceIn(url),
  };
}

/** The region of a visit, as in `US-CA`; undefined if it is unknown. */
function regionOf(request: Request): string | undefined {
  const cf = request.cf as IncomingRequestCfProperties | undefined;
  return cf?.country && cf.regionCode ? `${cf.country}-${cf.regionCode}` : undefined;
}

/** The ranges of the language that a browser prefers; undefined if it names none. */
const firstLanguage = (header: string | null): readonly string[] | undefined =>
  acceptedRanges(header).find(([first]) => first !== "*");
