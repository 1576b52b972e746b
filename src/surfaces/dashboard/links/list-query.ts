import {
  type LinkFilters,
  type ListFilter,
  linkFilters,
  refuseReversedCreation,
} from "../../../features/links/list-filter.ts";
import { LINK_ORDERS, type ListLinksInput } from "../../../features/links/list-links.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { parse } from "../../../ground/core/validation.ts";
import { problemsOf } from "../layout/form-screen.ts";
import {
  type FormProblems,
  fieldReader,
  NO_PROBLEMS,
  oneOf,
  optionalText,
  PAGE_SIZE,
  typedIn,
} from "../layout/forms.ts";

/** The filters of the list, which are named as in the API. */
export const FILTERS = Object.keys(linkFilters.shape) as (keyof LinkFilters)[]; // the keys of a constant

const filters = linkFilters.superRefine(refuseReversedCreation);

/** The orders of the list: those of the API, and by the visits of the last 30 days. */
const LIST_ORDERS = [...LINK_ORDERS, "visits"] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];
/** The filters that the order by visits allows. */
export const VISIT_FILTERS: readonly string[] = ["projectId", "retailer", "tag"];

/** What the URL of the list requests. */
export interface ListQuery {
  /** The filters as they were typed. */
  typed: URLSearchParams;
  /** Null if one is invalid; `problems` says why. */
  filters: LinkFilters | null;
  problems: FormProblems;
  order: ListOrder;
  cursor: string | undefined;
}

const readOrder = fieldReader({ order: oneOf(LIST_ORDERS), cursor: optionalText });

/** Reads the URL of the list. Empty and unknown parameters are ignored. */
export function listQuery(search: URLSearchParams): ListQuery {
  const typed = typedIn(search, FILTERS);
  const { order = "created", cursor } = readOrder(search);
  const rest = { typed, order, cursor };
  try {
    return { ...rest, filters: parse(filters, Object.fromEntries(typed)), problems: NO_PROBLEMS };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ...rest, filters: null, problems: problemsOf(error, FILTERS) };
  }
}

/** The path of a list with these filters, this order and these other parameters. */
export function listPath(
  path: string,
  { typed, order }: Pick<ListQuery, "typed" | "order">,
  more: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(typed);
  if (order !== "created") search.set("order", order);
  for (const [name, value] of Object.entries(more)) search.set(name, value);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The path of the list that a form came from. The form contains only the query, so it can't redirect elsewhere. */
export function listAgain(path: string, list: string): string {
  const query = listQuery(new URLSearchParams(list));
  return listPath(path, query, query.cursor === undefined ? {} : { cursor: query.cursor });
}

/** The query of this page of the list, for forms that return to it. */
export const listText = (query: ListQuery): string =>
  listPath("", query, query.cursor === undefined ? {} : { cursor: query.cursor }).slice(1);

/** The input of the verb for the query of a page; null if that is invalid. */
export function listInput({ filters: known, order, cursor }: ListQuery): ListLinksInput | null {
  if (!known) return null;
  const { q: text, ...others } = known;
  const input = { ...others, text, limit: PAGE_SIZE };
  // The verb has no order by visits, and its cursors are others.
  return order === "visits" ? input : { ...input, order, cursor };
}

/** The filter of a list; null if the list is invalid. */
export function matchingFilter(list: string): ListFilter | null {
  const input = listInput(listQuery(new URLSearchParams(list)));
  if (!input) return null;
  const { order: _order, limit: _limit, cursor: _cursor, ...filter } = input;
  return filter;
}
