import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { ServiceError } from "../core/errors.ts";
import type { IdempotentWrite } from "../idempotency/claim.ts";
import { CHANGE_LINK_SCOPE, type ChangedLink, type ChangeLinkDependencies } from "./change-link.ts";
import { changeLinks, type LinkOutcome } from "./change-links.ts";
import type { Link } from "./link.ts";
import { type LinksChange, patchFor } from "./links-change.ts";
import { type ListLinksInput, listLinks } from "./list-links.ts";
import { applyPatch } from "./patch.ts";
import { type LinkSummary, loadChosenLinks, MAX_CHOSEN_LINKS, summaryOf } from "./summarize-links.ts";

/** The most links that a filter may match to be edited together. */
export const MAX_MATCHING_LINKS = 1_000;
/** A sparse filter returns pages without links. After this many pages, a plan ends. */
const MAX_PAGES = 40;
/** How many links of a filter one request changes: it may use 1,000 queries, and each link takes several. */
const PART_SIZE = 50;
/** How many links a plan names. */
const MAX_NAMES = 10;

/** The links of a filter. Links created after the plan are left out by `createdTo`. */
export type LinkFilter = Omit<ListLinksInput, "order" | "limit" | "cursor">;

/** The links to edit: chosen ones, or all of a filter. */
export type LinkSelection = { linkIds: readonly string[] } | { filter: LinkFilter };

/** What a change would do. */
export interface ChangePlan {
  /** The selected links. */
  matching: number;
  /** False if there are more links than `MAX_MATCHING_LINKS`, which can't be edited together. */
  isComplete: boolean;
  /** The links that would change. The others already have the values, or the change is impossible for them. */
  changing: number;
  impossible: number;
  /** How many links would get each part of the change. */
  parts: Record<keyof LinksChange, number>;
  /** The names of the first links that would change. */
  names: string[];
}

type Dependencies = Parameters<typeof listLinks>[2] & Parameters<typeof loadChosenLinks>[2];

/** How many links match. Above `MAX_MATCHING_LINKS`, `isComplete` is false. Throws as `listLinks` does. */
export async function countLinks(
  actor: OrganizationActor,
  selection: LinkSelection,
  dependencies: Dependencies,
): Promise<Pick<ChangePlan, "matching" | "isComplete">> {
  const { matching, isComplete } = await planLinksChange(actor, { selection, change: {} }, dependencies);
  return { matching, isComplete };
}

/** All links of a filter, up to `MAX_MATCHING_LINKS`. Throws as `listLinks` does. */
export async function summarizeMatchingLinks(
  actor: OrganizationActor,
  selection: { filter: LinkFilter },
  dependencies: Dependencies,
): Promise<LinkSummary[]> {
  const summaries: LinkSummary[] = [];
  for await (const links of pagesOf(actor, selection, dependencies)) {
    summaries.push(...links.map(summaryOf));
    if (summaries.length >= MAX_MATCHING_LINKS) break;
  }
  return summaries.slice(0, MAX_MATCHING_LINKS);
}

/** What a change would do to the selected links. It changes nothing. Throws `insufficient_scope` and as `listLinks` does. */
export async function planLinksChange(
  actor: OrganizationActor,
  { selection, change }: { selection: LinkSelection; change: LinksChange },
  dependencies: Dependencies,
): Promise<ChangePlan> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  const parts = { status: 0, addTags: 0, removeTags: 0, utm: 0, schedule: 0 };
  const plan: ChangePlan = { matching: 0, isComplete: true, changing: 0, impossible: 0, parts, names: [] };
  let pages = 0;
  for await (const links of pagesOf(actor, selection, dependencies)) {
    for (const link of links) addToPlan(plan, link, change);
    pages++;
    if (plan.matching > MAX_MATCHING_LINKS || pages > MAX_PAGES) return { ...plan, isComplete: false };
  }
  return plan;
}

function addToPlan(plan: ChangePlan, link: Link, change: LinksChange): void {
  plan.matching++;
  const patch = patchFor(link, change);
  if (Object.keys(patch).length === 0) return;
  try {
    applyPatch(link, patch);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    plan.impossible++;
    return;
  }
  plan.changing++;
  if (plan.names.length < MAX_NAMES) plan.names.push(link.name);
  for (const [name, value] of Object.entries(change)) {
    // The keys of a change.
    const part = name as keyof LinksChange;
    if (Object.keys(patchFor(link, { [part]: value })).length > 0) plan.parts[part]++;
  }
}

/** The selected links, page by page. */
async function* pagesOf(
  actor: OrganizationActor,
  selection: LinkSelection,
  dependencies: Dependencies,
): AsyncGenerator<Link[]> {
  if ("linkIds" in selection) {
    for await (const part of loadChosenLinks(actor, selection, dependencies))
      yield part.map(({ link }) => link);
    return;
  }
  let cursor: string | undefined;
  do {
    const input = { ...selection.filter, limit: MAX_CHOSEN_LINKS, cursor };
    const { links, nextCursor } = await listLinks(actor, input, dependencies);
    yield links.map(({ link }) => link);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * Changes the next links of a filter, up to `PART_SIZE`, and returns the cursor of the others. The filter is read again
 * for each part, so links that stop matching are not visited twice. Throws as `listLinks` and `changeLinks` do.
 */
export async function changeMatchingLinks(
  actor: OrganizationActor,
  input: {
    filter: LinkFilter;
    cursor: string | undefined;
    change: LinksChange;
    idempotencyOf(linkId: string): Promise<IdempotentWrite<ChangedLink>>;
  },
  dependencies: ChangeLinkDependencies & Dependencies,
): Promise<{ outcomes: LinkOutcome[]; nextCursor: string | null }> {
  const { filter, cursor, change, idempotencyOf } = input;
  const page = await listLinks(actor, { ...filter, limit: PART_SIZE, cursor }, dependencies);
  const linkIds = page.links
    .filter(({ link }) => Object.keys(patchFor(link, change)).length > 0)
    .map(({ link }) => link.id);
  const outcomes =
    linkIds.length > 0 ? await changeLinks(actor, { linkIds, change, idempotencyOf }, dependencies) : [];
  return { outcomes, nextCursor: page.nextCursor };
}
