/** What a link or an offer takes of the query of a visit, as stored in KV. */
export interface VisitQuery {
  /** All parameters. */
  forward?: boolean;
  /** The source, as utm_source where the destination has none. */
  source?: boolean;
  /** The sub-id in the destination, to which the scanned code or the source is added; see sub-id.ts. */
  subId?: string;
  /** The destination may be in the URL of an affiliate network. */
  isWrapped?: boolean;
  /** The parameters of the page of a choice are its own. */
  ofChoice?: boolean;
}

/** Retailers whose destinations may be wrapped. */
export const WRAPPED_RETAILERS: readonly string[] = ["bigbox_w", "bigbox_t"];

interface TakenOfVisit {
  forward?: boolean | null | undefined;
  source?: boolean | null | undefined;
  ofChoice: boolean;
  /** See `codeSubId`. */
  subId: string | undefined;
}

/** What a link or an offer for a retailer takes of a visit; undefined for nothing. */
export function visitQueryOf(
  retailer: string,
  { forward, source, ofChoice, subId }: TakenOfVisit,
): VisitQuery | undefined {
  if (!forward && !source && !subId) return undefined;
  return {
    ...(forward && { forward }),
    ...(source && { source }),
    ...(subId && { subId }),
    ...(WRAPPED_RETAILERS.includes(retailer) && { isWrapped: true }),
    ...(ofChoice && { ofChoice }),
  };
}
