import { GTIN_CODE } from "../../ground/core/gtin.ts";
import type { UserAgent } from "../../ground/platform/known-user-agents.ts";
import { isFromOwnHost, isFromOwnPage } from "./remembered-shop.ts";
import type { Visit } from "./visit.ts";

/** The query of a choice link. */
export interface ChoiceQuery {
  /** Shows hidden offers, too. */
  all: boolean;
  /** Shows the page, whatever is remembered. People bookmark this URL to choose again. */
  choose: boolean;
  /** From a control of the page. `1`: remember the next choice; `0`: forget the remembered choice. */
  remember: "0" | "1" | undefined;
  /** Whether a control of the page or the redirect from a GTIN's address requested it just now: the visit was counted before. */
  isSamePage: boolean;
}

/** The URL to which a GTIN's address redirects has the time of the visit, as a reload or a friend with that URL comes later. */
const COUNTED_MS = 60_000;

/** The parameter with the time of a visit that was counted at a GTIN's address. */
export const countedAt = (time: number): string => `counted=${time.toString(36)}`;

function wasCounted({ qr, time }: Visit, counted: string | null): boolean {
  if (counted === null || !qr.startsWith(GTIN_CODE)) return false;
  const age = time - Number.parseInt(counted, 36);
  // Isolates differ by some milliseconds.
  return age > -COUNTED_MS && age < COUNTED_MS;
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
    isSamePage: ((all || isControl) && isFromOwnHost(visit)) || wasCounted(visit, query.get("counted")),
    remember: isControl && isFromOwnPage(visit) ? remember : undefined,
  };
}

/** Whether a program made a request, not a shopper. */
export const isProgram = ({ robot, office, socialPreview }: UserAgent): boolean =>
  robot || office || socialPreview;
