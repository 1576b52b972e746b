import type { ErrorCode } from "../../ground/core/errors.ts";
import { tagForm } from "../../ground/core/tags.ts";
import type { LinkStatus } from "../../ground/core/vocabulary.ts";
import type { Schedule } from "../retailers/definition-fields.ts";
import type { Link } from "./link.ts";
import type { ListFilter } from "./list-filter.ts";
import type { LinkPatch } from "./patch.ts";

/** The links to edit: chosen ones, or all of a filter. Links created after the plan are left out by `createdTo`. */
export type LinkSelection = { linkIds: readonly string[] } | { filter: ListFilter };

/** How many links of a filter one request changes: it may use 1,000 queries, and each link takes several. */
export const PART_SIZE = 50;

/** A change of several links. Everything that is absent stays the same. */
export interface LinksChange {
  status?: LinkStatus;
  addTags?: readonly string[];
  removeTags?: readonly string[];
  /** UTM values to set; null removes all of a link. */
  utm?: Readonly<Record<string, string>> | null;
  /** Times to set; null removes the schedule. */
  schedule?: Pick<Schedule, "activeFrom" | "activeUntil"> | null;
}

/** The patch that makes the change on a link, without what the link already has. */
export function patchFor(
  link: Pick<Link, "status" | "tracking" | "schedule">,
  { status, addTags = [], removeTags = [], utm, schedule }: LinksChange,
): LinkPatch {
  const tracking = {
    ...tagsPatch(link.tracking?.tags ?? [], addTags, removeTags),
    ...member("utm", valuesPatch(link.tracking?.utm, utm)),
  };
  return {
    ...(status !== undefined && status !== link.status && { status }),
    ...(Object.keys(tracking).length > 0 && { tracking }),
    ...member("schedule", valuesPatch(link.schedule, schedule)),
  };
}

const member = (name: string, value: object | null | undefined): object =>
  value === undefined ? {} : { [name]: value };

/** The tags as a whole: a merge patch replaces lists. */
function tagsPatch(tags: readonly string[], add: readonly string[], remove: readonly string[]): object {
  const [known, removed] = [tags.map(tagForm), remove.map(tagForm)];
  const kept = tags.filter((_, index) => !removed.includes(known[index] ?? ""));
  const added = add.filter((tag) => !known.includes(tagForm(tag)));
  if (kept.length === tags.length && added.length === 0) return {};
  const all = [...kept, ...added];
  return { tags: all.length > 0 ? all : null };
}

/** The values that differ; null to remove them all; undefined if there is nothing to change. */
function valuesPatch(
  current: object | undefined,
  patch: object | null | undefined,
): object | null | undefined {
  if (patch === undefined || (patch === null && current === undefined)) return undefined;
  if (patch === null) return null;
  const known = new Map<string, unknown>(Object.entries(current ?? {}));
  const changed = Object.entries(patch).filter(([name, value]) => known.get(name) !== value);
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** The result for one link; `error` is absent on success, `isChanged` on failure. */
export interface LinkOutcome {
  linkId: string;
  /** False if the link had nothing to change. */
  isChanged?: boolean;
  error?: ErrorCode;
}
