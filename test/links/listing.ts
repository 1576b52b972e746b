import type { OrganizationActor } from "../../src/features/access/actor.ts";
import { type LinkPage, type ListLinksInput, listLinks } from "../../src/features/links/list-links.ts";
import type { LinkFilter } from "../../src/features/links/list-statement.ts";

/** The filter that every link fits. */
export const ANYTHING: LinkFilter = {
  projects: "all",
  text: undefined,
  retailer: undefined,
  intent: undefined,
  status: undefined,
  state: undefined,
  tag: undefined,
  gtin: undefined,
  health: undefined,
};

const EVERYTHING: ListLinksInput = {
  projectId: undefined,
  text: undefined,
  retailer: undefined,
  intent: undefined,
  status: undefined,
  tag: undefined,
  gtin: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  limit: 25,
  cursor: undefined,
};

/** Lists links as `actor`, by the filters that are named. */
export const listing =
  (actor: OrganizationActor, dependencies: Parameters<typeof listLinks>[2]) =>
  (query: Partial<ListLinksInput>): Promise<LinkPage> =>
    listLinks(actor, { ...EVERYTHING, ...query }, dependencies);
