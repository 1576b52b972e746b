import { decodeCursor, encodeCursor } from "../../ground/core/cursor.ts";
import { idsMadeIn } from "../../ground/core/ids.ts";
import { canonicalJson } from "../../ground/core/json.ts";
import { searchForm } from "../../ground/core/text.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { reachableProjects, requireNamedProject, requireReach, requireScope } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { LIST_LINKS_SCOPE } from "../access/scopes.ts";
import type { LinkWithQrCode } from "./link-write.ts";
import type { ListFilter } from "./list-filter.ts";
import type { LinkFilter, LinkRange } from "./list-statement.ts";
import type { LinkListStore, OrderPlace } from "./list-store.ts";

/** Sort orders: newest first, latest change first, names from A to Z. */
export const LINK_ORDERS = ["created", "changed", "name"] as const;
export type LinkOrder = (typeof LINK_ORDERS)[number];

export interface ListLinksInput extends ListFilter {
  /** Default: newest first. Lists with filters are always newest first. */
  order?: LinkOrder | undefined;
  /** At least 1. */
  limit: number;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

export interface ListDependencies {
  lists: LinkListStore;
  projects: ProjectStore;
  now: () => Date;
}

/** One page of links. It may have fewer links than the limit, even 0, although there are more pages. */
export interface LinkPage {
  links: LinkWithQrCode[];
  nextCursor: string | null;
  /** The actual order, which may differ from the requested order. */
  order: LinkOrder;
}

/**
 * One page of the links that the actor may read. The amount of data read is bounded: a search with few matches ends early,
 * with a cursor to continue from. Throws `project_access_denied`, and `validation_failed` for a cursor of another list.
 */
export async function listLinks(
  actor: OrganizationActor,
  input: ListLinksInput,
  { lists, projects, now }: ListDependencies,
): Promise<LinkPage> {
  const { organizationId } = actor;
  const { limit, cursor, order = "created", ...filters } = input;
  const { range: all, filter } = await readFilter(actor, filters, { projects, now });
  const { projectId, text, createdFrom, createdTo, ...words } = filters;
  const times = { createdFrom: createdFrom?.toISOString(), createdTo: createdTo?.toISOString() };

  const list = canonicalJson(["links", organizationId, { projectId, text, ...times, ...words }]);
  const conditions = [projectId, text, createdFrom, createdTo, ...Object.values(words)];
  const isFiltered = reachableProjects(actor) !== "all" || conditions.some((each) => each !== undefined);
  if (order !== "created" && !isFiltered) {
    const ordered = `${list} by ${order}`;
    const after = cursor === undefined ? null : placeIn(decodeCursor(ordered, cursor));
    const { links, next } = await lists.ordered(organizationId, order, after, limit);
    return { links, nextCursor: next && encodeCursor(ordered, positionOf(next)), order };
  }
  const range = cursor === undefined ? all : { ...all, before: decodeCursor(list, cursor) };
  if (filter.projects.length === 0) return { links: [], nextCursor: null, order: "created" };
  const { links, before } = await lists.newest(range, filter, limit);
  return { links, nextCursor: before && encodeCursor(list, before), order: "created" };
}

/** How many links `listLinks` returns on all its pages together. Throws `project_access_denied`. */
export async function countLinks(
  actor: OrganizationActor,
  input: ListFilter,
  { lists, ...dependencies }: ListDependencies,
): Promise<number> {
  const { range, filter } = await readFilter(actor, input, dependencies);
  return filter.projects.length === 0 ? 0 : lists.count(range, filter);
}

/** How many links each of these projects has. Throws `project_access_denied`. */
export async function countProjectLinks(
  actor: OrganizationActor,
  { projectIds }: { projectIds: readonly string[] },
  { lists }: Pick<ListDependencies, "lists">,
): Promise<ReadonlyMap<string, number>> {
  requireScope(actor, LIST_LINKS_SCOPE);
  for (const projectId of projectIds) requireReach(actor, projectId);
  return lists.countByProject(actor.organizationId, projectIds);
}

/** The links that the actor may read of those that fit. Throws `project_access_denied`. */
async function readFilter(
  actor: OrganizationActor,
  { projectId, text, state, createdFrom, createdTo, ...words }: ListFilter,
  { projects, now }: Pick<ListDependencies, "projects" | "now">,
): Promise<{ range: LinkRange; filter: LinkFilter }> {
  const { organizationId } = actor;
  requireScope(actor, LIST_LINKS_SCOPE);
  if (projectId !== undefined) await requireNamedProject(actor, { organizationId, projectId }, projects);
  const { retailer, intent, status, tag, gtin, health } = words;
  return {
    range: { organizationId, ...idsMadeIn("lnk", { from: createdFrom, to: createdTo }) },
    filter: {
      retailer,
      intent,
      status,
      tag,
      gtin,
      health,
      state: state && { is: state, at: now() },
      projects: projectId === undefined ? reachableProjects(actor) : [projectId],
      text: text === undefined ? undefined : searchForm(text),
    },
  };
}

/** A cursor is ASCII, and a name need not be. */
const positionOf = ({ value, id }: OrderPlace): string => encodeURIComponent(JSON.stringify([value, id]));

function placeIn(position: string): OrderPlace {
  // Cursors have a checksum, so `positionOf` wrote this.
  const [value, id] = JSON.parse(decodeURIComponent(position)) as [string, string];
  return { value, id };
}
