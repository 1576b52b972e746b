import type { OrganizationActor } from "../access/actor.ts";
import { reachableProjects, requireNamedProject, requireScope } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { decodeCursor, encodeCursor } from "../core/cursor.ts";
import { idsMadeIn } from "../core/ids.ts";
import { searchForm } from "../core/search-form.ts";
import type { LinkIntent, LinkState, LinkStatus, OperationScope, Retailer } from "../core/vocabulary.ts";
import type { Link } from "./link.ts";
import { stateOf } from "./link-state.ts";
import type { LinkWithQrCode } from "./link-with-qr-code.ts";
import type { LinkListStore, LinkRange, Stretch } from "./list-store.ts";
import { type LinkOrder, orderedPage } from "./ordered-links.ts";
import { documentMatches, documentOf, type LinkFilter } from "./search-document.ts";

/** The scope that listing links needs. */
export const LIST_LINKS_SCOPE: OperationScope = "links:read";

/**
 * For each stretch of the list that one page may search, the most blocks that it may read; after the last stretch the
 * page ends with what it found. Most pages are filled by the first stretch.
 */
const STRETCHES = [2, 8, 32, 32];

/** What `listLinks` takes. A filter that is undefined does not apply. */
export interface ListLinksInput {
  projectId?: string | undefined;
  /** Part of a name, public name, short id, slug, link id, customUrl or product's id, whatever its case. */
  text?: string | undefined;
  retailer?: Retailer | undefined;
  intent?: LinkIntent | undefined;
  status?: LinkStatus | undefined;
  /** As of the page's own moment. */
  state?: LinkState | undefined;
  tag?: string | undefined;
  createdFrom?: Date | undefined;
  /** Exclusive. */
  createdTo?: Date | undefined;
  /** Absent: newest first. It holds for lists without any filter; all others are newest first. */
  order?: LinkOrder | undefined;
  /** At least 1. */
  limit: number;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

/** One page of links. It may have fewer links than the limit, or none, although there are more pages. */
export interface LinkPage {
  links: LinkWithQrCode[];
  nextCursor: string | null;
  /** The order that the list has, which may not be the one that was asked for. */
  order: LinkOrder;
}

/**
 * One page of the links that the actor may read. A page reads a bounded amount however many links there
 * are: a search that finds little ends early, with a cursor from which to continue. Throws `insufficient_scope`,
 * `project_access_denied`, and `validation_failed` for a cursor that is not one of this list.
 */
export async function listLinks(
  actor: OrganizationActor,
  input: ListLinksInput,
  { lists, projects, now }: { lists: LinkListStore; projects: ProjectStore; now: () => Date },
): Promise<LinkPage> {
  const { organizationId } = actor;
  requireScope(actor, LIST_LINKS_SCOPE);
  const { limit, cursor, projectId, text, retailer, intent, status, tag, createdFrom, createdTo } = input;
  const { order = "created", state } = input;
  const words = { retailer, intent, status, state, tag };
  const times = { createdFrom: createdFrom?.toISOString(), createdTo: createdTo?.toISOString() };
  if (projectId !== undefined) await requireNamedProject(actor, { organizationId, projectId }, projects);

  const list = canonicalJson(["links", organizationId, { projectId, text, ...times, ...words }]);
  const filters = [projectId, text, createdFrom, createdTo, ...Object.values(words)];
  if (
    order !== "created" &&
    reachableProjects(actor) === "all" &&
    filters.every((each) => each === undefined)
  ) {
    const page = await orderedPage(
      lists,
      { organizationId, order, list: `${list} by ${order}` },
      { limit, cursor },
    );
    return { ...page, order };
  }
  const ids = idsMadeIn("lnk", { from: createdFrom, to: createdTo });
  const before = cursor === undefined ? ids.before : decodeCursor(list, cursor);
  const range = { organizationId, from: ids.from, before };
  const filter: LinkFilter = {
    ...words,
    status: status ?? statusOf(state),
    state: state && { is: state, at: now() },
    projects: projectId === undefined ? reachableProjects(actor) : [projectId],
    text: text === undefined ? undefined : searchForm(text),
  };
  const isNever = state !== undefined && filter.status !== statusOf(state);
  if (isNever || filter.projects.length === 0) return { links: [], nextCursor: null, order: "created" };
  const { found, next } = await collect(lists, range, filter, limit);
  return { links: found, nextCursor: next === null ? null : encodeCursor(list, next), order: "created" };
}

/** The status that links have in a state. */
const statusOf = (state: LinkState | undefined): LinkStatus | undefined =>
  state && (state === "off" ? "inactive" : "active");

const isInState = (link: Link, { state }: LinkFilter): boolean =>
  state === undefined || stateOf(link, state.at) === state.is;

/** Up to `limit` links that match the filter, and the id before which the next page begins; null if there is none. */
async function collect(
  lists: LinkListStore,
  range: LinkRange,
  filter: LinkFilter,
  limit: number,
): Promise<{ found: LinkWithQrCode[]; next: string | null }> {
  const found: LinkWithQrCode[] = [];
  let { before } = range;
  for (const blocks of STRETCHES) {
    const stretch = await nextStretch(lists, { ...range, before }, filter, { limit: limit + 1, blocks });
    for (let at = 0, size = limit + 1 - found.length; at < stretch.ids.length; at += size, size *= 2) {
      const wanted = stretch.ids.slice(at, at + size);
      const loaded = await lists.load(wanted);
      for (const each of loaded) {
        if (!documentMatches(documentOf(each.link), filter) || !isInState(each.link, filter)) continue;
        if (found.length === limit) return { found, next: found.at(-1)?.link.id ?? null };
        found.push(each);
      }
      const last = loaded.at(-1)?.link.id;
      // `load` left out the rest, which would not fit into memory.
      if (last !== undefined && last !== wanted.at(-1)) return { found, next: last };
    }
    before = stretch.from;
    if (before <= range.from) return { found, next: null };
  }
  return { found, next: before };
}

/**
 * The next stretch. Without filters, and with all projects or one, the indexes of `links` give it without the blocks.
 */
function nextStretch(
  lists: LinkListStore,
  range: LinkRange,
  filter: LinkFilter,
  { limit, blocks }: { limit: number; blocks: number },
): Promise<Stretch> {
  const { projects, text, retailer, intent, status, state, tag } = filter;
  // Those links have an index of their own, in which few are passed over.
  const isTimed = state?.is === "scheduled" || state?.is === "ended";
  if (isTimed && text === undefined && tag === undefined) return lists.timed(range, filter);
  const searches = [text, retailer, intent, status, tag].some((value) => value !== undefined);
  if (searches || (projects !== "all" && projects.length > 1)) return lists.search(range, filter, blocks);
  return lists.latest(range, projects === "all" ? null : (projects[0] ?? null), limit);
}
