import { GTIN_CODE } from "../../ground/core/gtin.ts";
import type { UserAgent } from "../../ground/platform/known-user-agents.ts";
import { isFromOwnPage } from "./remembered-shop.ts";
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
