import { ServiceError } from "../../ground/core/errors.ts";
import { mergePatch, mergePatchBetween } from "../../ground/core/json.ts";
import type { Actor } from "../access/actor.ts";
import { requireOwned, requireScope } from "../access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../access/scopes.ts";
import { changesBetween, type FieldChange } from "../writes/activity.ts";
import type { ActivityStore, HistoryEntry } from "../writes/activity-store.ts";
import type { IdempotentWrite, WriteResult } from "../writes/claim.ts";
import { type ChangedLink, type ChangeLinkDependencies, changeLink } from "./change-link.ts";
import { definitionOf, type Link } from "./link.ts";
import type { LinkFinder } from "./link-finder.ts";
import type { LinkPatch } from "./patch.ts";

/** History entries per query and in total. */
const PAGE = 100;
const MAX_ENTRIES = 1_000;

/** The effect of restoring an earlier version. */
interface Restoration {
  link: Link;
  entry: HistoryEntry;
  /** The changes from the current link; empty if it is already equal. */
  changes: FieldChange[];
  patch: LinkPatch;
}

interface RestorationDependencies {
  links: LinkFinder;
  activity: ActivityStore;
}

/**
 * Shows what restoring a version from the history would change. Writes nothing. QR codes are not restored. Throws
 * `not_found` (also for an unknown version or one more than 1,000 changes ago) and `project_access_denied`.
 */
export async function previewRestoration(
  actor: Actor,
  { linkId, version }: { linkId: string; version: number },
  { links, activity }: RestorationDependencies,
): Promise<Restoration> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  const link = requireOwned(actor, await links.find(linkId));
  const now = { ...definitionOf(link), status: link.status };
  let earlier: Record<string, unknown> = now;
  let before = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < MAX_ENTRIES; ) {
    const { entries, cut } = await activity.historyOf(linkId, before, PAGE);
    read += entries.length;
    for (const entry of entries) {
      if (entry.version === version) {
        const patch = mergePatchBetween(now, earlier);
        return { link, entry, changes: changesBetween(now, mergePatch(now, patch)), patch };
      }
      if (entry.activity.object.type === "link") earlier = undone(earlier, entry.activity.changes);
    }
    before = entries.at(-1)?.version ?? 0;
    if (!cut && entries.length < PAGE) break;
  }
  throw new ServiceError("not_found", "The history of this link has no such version.");
}

/**
 * Restores an earlier version with an ordinary change and all its checks. `revision` is the link's revision at the
 * preview. Throws what `previewRestoration` and `changeLink` throw.
 */
export async function restoreLink(
  actor: Actor,
  {
    linkId,
    version,
    revision,
    idempotency,
  }: { linkId: string; version: number; revision: number; idempotency: IdempotentWrite<ChangedLink> | null },
  dependencies: ChangeLinkDependencies & RestorationDependencies,
): Promise<WriteResult<ChangedLink>> {
  const { patch } = await previewRestoration(actor, { linkId, version }, dependencies);
  // A change since the preview would make a different patch, but then the revision differs too.
  return changeLink(actor, { linkId, patch, expected: [revision], idempotency }, dependencies);
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Fields outside the definition: destinations set by jobs, and the domain that an operator took back. */
const COMPUTED = /^(?:(?:offers\.[a-z0-9-]+\.)?destination|domain)$/;

/** A definition as it was before these changes from the link's history. */
export const undone = (definition: Members, changes: readonly FieldChange[]): Record<string, unknown> =>
  changes
    .filter(({ field }) => !COMPUTED.test(field))
    .reduce<Record<string, unknown>>(
      // Only keys of metadata may contain dots, and metadata is recorded as a whole.
      (members, { field, from }) => withMember(members, field.split("."), from),
      { ...definition },
    );

/** `members` with a new value at a path; undefined removes it, along with objects that become empty. */
function withMember(members: Members, path: readonly string[], value: unknown): Record<string, unknown> {
  const [name = "", ...rest] = path;
  const inner = members[name];
  const next = rest.length === 0 ? value : withMember(isObject(inner) ? inner : {}, rest, value);
  const isGone = next === undefined || (rest.length > 0 && value === undefined && isEmpty(next));
  const others = Object.entries(members).filter(([key]) => key !== name);
  return Object.fromEntries(isGone ? others : [...others, [name, next]]);
}

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
