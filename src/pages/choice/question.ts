import { isFromOwnPage } from "../../short-links/remembered-shop.ts";
import type { Visit } from "../../short-links/visit.ts";

/** The query of a choice link. */
export interface Query {
  /** Shows hidden offers, too. */
  all: boolean;
  /** Shows the page, whatever is remembered. People bookmark this URL to choose again. */
  choose: boolean;
  /** From a control of the page. `1`: remember the next choice; `0`: forget the remembered choice. */
  remember: "0" | "1" | undefined;
  /** Whether only controls of the page have such a URL, so the visit was counted before. */
  isSamePage: boolean;
}

const NOTHING: Query = { all: false, choose: false, remember: undefined, isSamePage: false };

/** Reads the query of a visit. */
export function questionOf(visit: Visit): Query {
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
    isSamePage: all || isControl,
    remember: isControl && isFromOwnPage(visit) ? remember : undefined,
  };
}
