import { ServiceError } from "../../ground/core/errors.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../access/scopes.ts";
import type { IdempotentWrite } from "../writes/claim.ts";
import { type ChangedLink, type ChangeLinkDependencies, changeLink } from "./change-link.ts";
import { getLink } from "./get-link.ts";
import type { Link } from "./link.ts";
import type { LinkOutcome } from "./links-change.ts";
import type { LinkPatch } from "./patch.ts";

/** A change of one of several links. */
export interface LinkEdit {
  linkId: string;
  /** The patch of the link as it is; empty to leave it alone. Throws a `ServiceError` if the link can't be changed. */
  patchOf(link: Link): LinkPatch;
}

interface ChangeLinksInput {
  edits: readonly LinkEdit[];
  /** Whether an interrupted attempt may have changed some of the links. */
  isRepeat: boolean;
  /** The idempotent write of one link: a repeat leaves finished links alone. */
  writeOf(linkId: string): Promise<IdempotentWrite<ChangedLink>>;
}

/** Links changed in parallel: a request may have six connections open. */
const CONCURRENCY = 5;
/** After this many consecutive links without a response from the database, the rest are not tried. */
const MAX_FAILURES_IN_A_ROW = 5;
/** Attempts to change a link while other callers change it. */
const ATTEMPTS = 5;

/**
 * Changes each link separately, with all checks of `changeLink`: an error of one link does not stop the others. Once the
 * database stops responding or the request has used up its queries, the remaining links get `service_unavailable` and can be
 * retried.
 */
export async function changeLinks(
  actor: OrganizationActor,
  { edits, isRepeat, writeOf }: ChangeLinksInput,
  dependencies: ChangeLinkDependencies,
): Promise<LinkOutcome[]> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  const outcomes: LinkOutcome[] = [];
  const isDown = () =>
    outcomes.length >= MAX_FAILURES_IN_A_ROW &&
    outcomes.slice(-MAX_FAILURES_IN_A_ROW).every(({ error }) => error === "service_unavailable");
  const changeAlone = async (edit: LinkEdit): Promise<LinkOutcome> => {
    const { linkId } = edit;
    if (isDown()) return { linkId, error: "service_unavailable" };
    try {
      const write = await writeOf(linkId);
      const isDone = isRepeat && (await dependencies.claims.find(write, dependencies.now())) !== null;
      const isChanged = isDone || (await changeOne(actor, edit, write, dependencies));
      return { linkId, isChanged };
    } catch (cause) {
      if (cause instanceof ServiceError) return { linkId, error: cause.code };
      dependencies.log("error", "change links", { linkId, cause });
      return { linkId, error: "internal_error" };
    }
  };
  for (let at = 0; at < edits.length; at += CONCURRENCY) {
    const group = edits.slice(at, at + CONCURRENCY);
    outcomes.push(...(await Promise.all(group.map(changeAlone))));
  }
  return outcomes;
}

/** Changes a link, and returns whether there was anything to change. */
async function changeOne(
  actor: OrganizationActor,
  { linkId, patchOf }: LinkEdit,
  idempotency: IdempotentWrite<ChangedLink>,
  dependencies: ChangeLinkDependencies,
): Promise<boolean> {
  // A patch replaces lists as a whole, so it is valid only for the link as it was read.
  for (let attempt = 1; ; attempt++) {
    const { link } = await getLink(actor, linkId, dependencies);
    const patch = patchOf(link);
    if (Object.keys(patch).length === 0) return false;
    try {
      const input = { linkId, patch, expected: [link.revision], idempotency };
      const result = await changeLink(actor, input, dependencies);
      return result.kind === "replayed" || result.value.link.revision !== link.revision;
    } catch (error) {
      const outdated = error instanceof ServiceError && error.code === "precondition_failed";
      if (!outdated || attempt === ATTEMPTS) throw error;
    }
  }
}
