import { ServiceError } from "../../core/errors.ts";
import { parse } from "../../core/validation.ts";
import { type LinkFilters, linkFilters, refuseReversedCreation } from "../../links/list-filters.ts";
import type { ListLinksInput } from "../../links/list-links.ts";
import { LINK_ORDERS, type LinkOrder } from "../../links/list-links.ts";
import { type FormProblems, NO_PROBLEMS, problemsOf } from "../layout/forms.ts";
import { PAGE_SIZE } from "../layout/page-size.ts";

/** The parameters of the list that are filters, by the names that the API gives them. */
export const FILTERS = Object.keys(linkFilters.shape) as (keyof LinkFilters)[]; // the keys of a constant

const filters = linkFilters.superRefine(refuseReversedCreation);

/** What the address of the list asks for. */
export interface ListQuery {
  /** As they were typed. */
  typed: URLSearchParams;
  /** Null where they can't be used; `problems` says why. */
  filters: LinkFilters | null;
  problems: FormProblems;
  order: LinkOrder;
  cursor: string | undefined;
}

/** Reads the address of the list. Empty fields do not filter, and other parameters are left out. */
export function listQuery(search: URLSearchParams): ListQuery {
  const typed = new URLSearchParams(
    FILTERS.flatMap((name): [string, string][] => {
      const value = search.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const order = LINK_ORDERS.find((each) => each === search.get("order")) ?? "created";
  const rest = { typed, order, cursor: search.get("cursor") || undefined };
  try {
    return { ...rest, filters: parse(filters, Object.fromEntries(typed)), problems: NO_PROBLEMS };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ...rest, filters: null, problems: problemsOf(error, FILTERS) };
  }
}

/** The address of a list, below that of all links: these filters, this order and this place in it. */
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

/** The address of the list that a form came from. The form holds only its query, so it can't lead elsewhere. */
export function listAgain(path: string, list: string, more: Readonly<Record<string, string>> = {}): string {
  const query = listQuery(new URLSearchParams(list));
  return listPath(path, query, { ...(query.cursor !== undefined && { cursor: query.cursor }), ...more });
}

/** The query of the page that is shown, for forms that lead back to it. */
export const listText = (query: ListQuery): string =>
  listPath("", query, query.cursor === undefined ? {} : { cursor: query.cursor }).slice(1);

/** What the verb of the list takes for the query of a page; null where that can't be used. */
export function listInput(list: string | URLSearchParams): ListLinksInput | null {
  const { filters: known, order, cursor } = listQuery(new URLSearchParams(list));
  if (!known) return null;
  const { q: text, ...others } = known;
  return { ...others, text, order, cursor, limit: PAGE_SIZE };
}
