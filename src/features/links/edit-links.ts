import { ServiceError } from "../../ground/core/errors.ts";
import type { LinkStatus } from "../../ground/core/vocabulary.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../access/scopes.ts";
import { changesBetween, type FieldChange } from "../writes/activity.ts";
import type { Link } from "./link.ts";
import { type LinkSelection, type LinksChange, patchFor } from "./links-change.ts";
import { countLinks, type ListDependencies, listLinks } from "./list-links.ts";
import { applyPatch } from "./patch.ts";
import { chosenLinks, loadChosenLinks } from "./summarize-links.ts";

/** How many links of a filter a plan or a file looks at. */
export const MAX_EXAMINED = 10_000;
/** How many it reads together. */
const PAGE_SIZE = 500;
/** A sparse filter returns pages without links. After this many pages, a plan ends. */
const MAX_PAGES = 40;
/** How many links a plan names. */
const MAX_NAMES = 10;

/** A value of so many links, and the one that replaces it. A tag has only one of both: it is removed or added. */
export interface PlannedValue extends FieldChange {
  links: number;
}

/** What a change would do. */
export interface ChangePlan {
  /** The selected links. */
  matching: number;
  /** How many of them were examined, the newest ones. The following numbers are about these. */
  examined: number;
  /** The links that would change. The others already have the values, or the change is impossible for them. */
  changing: number;
  impossible: number;
  /** The values that links would get, lose or replace, by `field`, `from` and `to`. */
  values: Map<string, PlannedValue>;
  /** The names of the first links that would change. */
  names: string[];
}

/** How many links are selected, also ones that don't exist. Throws as `countLinks` of a list does, and `validation_failed`. */
export const countSelected = async (
  actor: OrganizationActor,
  selection: LinkSelection,
  dependencies: ListDependencies,
): Promise<number> =>
  "linkIds" in selection
    ? chosenLinks(selection.linkIds).length
    : countLinks(actor, selection.filter, dependencies);

/** What a change would do to the selected links. It changes nothing. Throws as `listLinks` does. */
export async function planLinksChange(
  actor: OrganizationActor,
  { selection, change }: { selection: LinkSelection; change: LinksChange },
  dependencies: ListDependencies,
): Promise<ChangePlan> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  const numbers = { matching: 0, examined: 0, changing: 0, impossible: 0 };
  const plan: ChangePlan = { ...numbers, values: new Map(), names: [] };
  for await (const links of selectedLinks(actor, selection, dependencies))
    for (const link of links) addToPlan(plan, link, change);
  plan.matching =
    "linkIds" in selection ? plan.examined : await countLinks(actor, selection.filter, dependencies);
  return plan;
}

function addToPlan(plan: ChangePlan, link: Link, change: LinksChange): void {
  plan.examined++;
  const patch = patchFor(link, change);
  if (Object.keys(patch).length === 0) return;
  let after: ReturnType<typeof applyPatch>;
  try {
    after = applyPatch(link, patch);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    plan.impossible++;
    return;
  }
  plan.changing++;
  if (plan.names.length < MAX_NAMES) plan.names.push(link.name);
  const { definition, status } = after;
  const [old, tags] = [link.tracking?.tags ?? [], definition.tracking?.tags ?? []];
  const replaced: FieldChange[] = [
    ...changesBetween(valuesOf(link.status, link), valuesOf(status, definition)),
    ...tags.filter((tag) => !old.includes(tag)).map((to) => ({ field: "tags", to })),
    ...old.filter((tag) => !tags.includes(tag)).map((from) => ({ field: "tags", from })),
  ];
  for (const value of replaced) {
    const key = JSON.stringify([value.field, value.from ?? null, value.to ?? null]);
    plan.values.set(key, { ...value, links: (plan.values.get(key)?.links ?? 0) + 1 });
  }
}

/** What a change of several links can replace, besides tags. */
const valuesOf = (status: LinkStatus, { tracking, schedule }: Pick<Link, "tracking" | "schedule">) => ({
  status,
  tracking: { utm: tracking?.utm ?? {} },
  schedule: schedule ?? {},
});

/** The selected links page by page, of a filter up to `MAX_EXAMINED`. Throws as `listLinks` does. */
export async function* selectedLinks(
  actor: OrganizationActor,
  selection: LinkSelection,
  dependencies: ListDependencies,
): AsyncGenerator<Link[]> {
  if ("linkIds" in selection) {
    for await (const part of loadChosenLinks(actor, selection, dependencies))
      yield part.map(({ link }) => link);
    return;
  }
  let cursor: string | undefined;
  for (let pages = 0, left = MAX_EXAMINED; pages < MAX_PAGES && left > 0; pages++) {
    const input = { ...selection.filter, limit: Math.min(PAGE_SIZE, left), cursor };
    const { links, nextCursor } = await listLinks(actor, input, dependencies);
    yield links.map(({ link }) => link);
    left -= links.length;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}
