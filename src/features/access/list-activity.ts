import * as z from "zod";
import { decodeCursor, encodeCursor } from "../../ground/core/cursor.ts";
import { idsMadeIn } from "../../ground/core/ids.ts";
import { canonicalJson } from "../../ground/core/json.ts";
import { parse } from "../../ground/core/validation.ts";
import type { ActivityActor, ActivityObject } from "../writes/activity.ts";
import type { ActivityListStore, ListedActivity } from "../writes/activity-list-store.ts";
import type { MemberActor } from "./actor.ts";
import { mayKnowMember, reachableProjects, requireScope, visibleActivity } from "./permissions.ts";

/** The maximum of activities on a page. */
export const MAX_ACTIVITIES_PER_PAGE = 100;

/** The input of `listActivity`. An undefined filter does not apply. */
export interface ListActivityInput {
  kind?: ActivityObject | undefined;
  actor?: ActivityActor | undefined;
  /** The activity of this project, its links and their QR codes. */
  projectId?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  limit: number;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

/** A page of activities, newest first. It may have fewer entries than the limit, or be empty, although more pages follow. */
interface ActivityPage {
  entries: ListedActivity[];
  nextCursor: string | null;
  /** The cursor of a page that continues after this entry. */
  cursorAfter(entry: ListedActivity): string;
}

const limits = z.object({ limit: z.int().min(1).max(MAX_ACTIVITIES_PER_PAGE) });

/**
 * A page of the activity in the member's organization. Owners see all of it, others see links and QR codes. A member who is
 * limited to some projects sees only theirs. Members whom the actor may not know have no name. A page reads a bounded number
 * of rows: if few entries match the filters, it ends early, with a cursor from which to continue. Throws `validation_failed`
 * for the limit or the cursor.
 */
export async function listActivity(
  actor: MemberActor,
  { cursor, limit: requested, ...filters }: ListActivityInput,
  { activities }: { activities: ActivityListStore },
): Promise<ActivityPage> {
  requireScope(actor, "links:read");
  const { limit } = parse(limits, { limit: requested });
  const { organizationId } = actor;
  const { kind, projectId, from, to } = filters;
  const objectTypes = visibleActivity(actor).filter((type) => kind === undefined || type === kind);

  const times = { from: from?.toISOString(), to: to?.toISOString() };
  const list = canonicalJson(["activity", organizationId, { ...filters, ...times }]);
  const ids = idsMadeIn("act", { from, to });
  const before = cursor === undefined ? ids.before : decodeCursor(list, cursor);
  const cursorAfter = ({ id }: { id: string }) => encodeCursor(list, id);
  if (objectTypes.length === 0) return { entries: [], nextCursor: null, cursorAfter };

  const range = { organizationId, from: ids.from, before };
  const reach = reachableProjects(actor);
  const named =
    projectId === undefined ? reach : [projectId].filter((id) => reach === "all" || reach.includes(id));
  const filter = { objectTypes, actor: filters.actor, projects: named };
  const found = await activities.search(range, filter, limit + 1);

  const shown = found.ids.slice(0, limit);
  const entries = shown.length > 0 ? await activities.load(organizationId, shown) : [];
  for (const { actor: acting } of entries) {
    if (acting.type === "member" && !mayKnowMember(actor, acting.id)) acting.name = null;
  }
  const next = found.ids.length > limit ? shown.at(-1) : found.from;
  return { entries, nextCursor: next ? encodeCursor(list, next) : null, cursorAfter };
}
