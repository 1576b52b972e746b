import { searchForm } from "../core/search-form.ts";
import type { LinkIntent, LinkState, LinkStatus, Retailer } from "../core/vocabulary.ts";
import type { Link } from "./link.ts";
import { definitionParts } from "./link-part.ts";

/** What the list of links searches, for one link. */
export interface SearchDocument {
  id: string;
  projectId: string;
  retailer: Retailer;
  intent: LinkIntent;
  status: LinkStatus;
  tags: readonly string[];
  /** Name, public name, short id, every slug, customUrl and the ids of the products, also of offers, in search form. */
  texts: readonly string[];
}

/** The filter of a list of links. A field that is undefined does not apply. */
export interface LinkFilter {
  projects: "all" | readonly string[];
  /** Part of a text or of the link's id, in search form. */
  text: string | undefined;
  retailer: Retailer | undefined;
  intent: LinkIntent | undefined;
  status: LinkStatus | undefined;
  /** What the link is at a time, which documents do not tell; `status` is that of the state. */
  state: { is: LinkState; at: Date } | undefined;
  tag: string | undefined;
}

/**
 * The document of a link. Ids of backups are left out: a product can have 25 of them, and few callers look for them.
 */
export function documentOf(link: Link): SearchDocument {
  const { id, projectId, retailer, intent, status } = link;
  const parts = definitionParts(link).flatMap(({ definition: { customUrl, products } }) => [
    customUrl,
    ...(products?.map(({ retailerProductId }) => retailerProductId) ?? []),
  ]);
  const texts = [link.name, link.publicName, link.shortId, ...(link.slugs ?? []), ...parts]
    .filter((text) => text !== undefined)
    .map(searchForm);
  const tags = [...new Set(link.tracking?.tags)];
  return { id, projectId, retailer, intent, status, tags, texts: [...new Set(texts)] };
}

/** Whether the columns of a link match the filter; tags and texts are not checked. */
export const columnsMatch = (
  columns: Pick<SearchDocument, "projectId" | "retailer" | "intent" | "status">,
  { projects, retailer, intent, status }: LinkFilter,
): boolean =>
  (projects === "all" || projects.includes(columns.projectId)) &&
  (retailer === undefined || columns.retailer === retailer) &&
  (intent === undefined || columns.intent === intent) &&
  (status === undefined || columns.status === status);

/** Whether the link of this document matches the filter. */
export const documentMatches = (document: SearchDocument, filter: LinkFilter): boolean => {
  const { tag, text } = filter;
  return (
    columnsMatch(document, filter) &&
    (tag === undefined || document.tags.includes(tag)) &&
    (text === undefined || [document.id, ...document.texts].some((each) => each.includes(text)))
  );
};
