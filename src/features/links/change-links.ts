import { ServiceError } from "../../ground/core/errors.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../access/scopes.ts";
import type { IdempotentWrite } from "../writes/claim.ts";
import {
  type ChangedLink,
  type ChangeLinkDependencies,
  type ChangeLinkInput,
  changeLink,
} from "./change-link.ts";
import type { LinkOutcome } from "./links-change.ts";

/** A change of one of several links. */
export type LinkEdit = Pick<ChangeLinkInput, "linkId" | "patch" | "expected">;

interface ChangeLinksInput {
  edits: readonly LinkEdit[];
  /** The idempotent write of one link: a repeat leaves finished links alone. */
  writeOf(linkId: string): Promise<IdempotentWrite<ChangedLink>>;
}

/** Links changed in parallel: a request may have six connections open. */
const CONCURRENCY = 5;
/** After this many consecutive links without a response from the database, the rest are not tried. */
const MAX_FAILURES_IN_A_ROW = 5;

/**
 * Changes each link separately, with all checks of `changeLink`: an error of one link does not stop the others. Once the
 * database stops responding or the request has used up its queries, the remaining links get `service_unavailable` and can be
 * retried.
 */
export async function changeLinks(
  actor: OrganizationActor,
  { edits, writeOf }: ChangeLinksInput,
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
      const input = { ...edit, idempotency: await writeOf(linkId) };
      const result = await changeLink(actor, input, dependencies);
      return { linkId, isChanged: result.kind === "replayed" || result.value.isChanged };
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
