import { ServiceError } from "../../ground/core/errors.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../access/scopes.ts";
import type { IdempotentWrite } from "../writes/claim.ts";
import { type ChangedLink, type ChangeLinkDependencies, changeLink } from "./change-link.ts";
import { getLink } from "./get-link.ts";
import { type LinkOutcome, type LinksChange, patchFor } from "./links-change.ts";
import type { LinkPatch } from "./patch.ts";
import { chosenLinks } from "./summarize-links.ts";

interface ChangeLinksInput {
  linkIds: readonly string[];
  /** The same change of all links, or a patch of each link as it was at a revision. */
  change: LinksChange | ((linkId: string) => { patch: LinkPatch; revision: number });
  /** The idempotent write of one link: a repeat leaves finished links alone. */
  idempotencyOf(linkId: string): Promise<IdempotentWrite<ChangedLink>>;
}

/** Links changed in parallel: a request may have six connections open. */
const CONCURRENCY = 5;
/** After this many consecutive links without a response from the database, the rest are not tried. */
const MAX_FAILURES_IN_A_ROW = 5;
/** Attempts to set a tag while other callers change the link. */
const ATTEMPTS = 5;

/**
 * Changes each link separately, with all checks of `changeLink`: an error of one link does not stop the others. Once the
 * database stops responding or the request has used up its queries, the remaining links get `service_unavailable` and can be
 * retried. Throws `validation_failed` for `link` or `tag`.
 */
export async function changeLinks(
  actor: OrganizationActor,
  { linkIds, change, idempotencyOf }: ChangeLinksInput,
  dependencies: ChangeLinkDependencies,
): Promise<LinkOutcome[]> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  const ids = chosenLinks(linkIds);
  const outcomes: LinkOutcome[] = [];
  const isDown = () =>
    outcomes.length >= MAX_FAILURES_IN_A_ROW &&
    outcomes.slice(-MAX_FAILURES_IN_A_ROW).every(({ error }) => error === "service_unavailable");
  for (let at = 0; at < ids.length; at += CONCURRENCY) {
    const group = ids.slice(at, at + CONCURRENCY);
    const changeAlone = async (linkId: string): Promise<LinkOutcome> => {
      if (isDown()) return { linkId, error: "service_unavailable" };
      try {
        await changeOne(actor, linkId, change, await idempotencyOf(linkId), dependencies);
        return { linkId };
      } catch (cause) {
        if (cause instanceof ServiceError) return { linkId, error: cause.code };
        dependencies.log("error", "change links", { linkId, cause });
        return { linkId, error: "internal_error" };
      }
    };
    outcomes.push(...(await Promise.all(group.map(changeAlone))));
  }
  return outcomes;
}

async function changeOne(
  actor: OrganizationActor,
  linkId: string,
  change: ChangeLinksInput["change"],
  idempotency: IdempotentWrite<ChangedLink>,
  dependencies: ChangeLinkDependencies,
): Promise<void> {
  if (typeof change === "function") {
    const { patch, revision } = change(linkId);
    await changeLink(actor, { linkId, patch, expected: [revision], idempotency }, dependencies);
    return;
  }
  const { status, ...others } = change;
  if (Object.keys(others).length === 0) {
    await changeLink(actor, { linkId, patch: { status }, expected: null, idempotency }, dependencies);
    return;
  }
  // A patch replaces the tags as a whole, so it is valid only for the link as it was read.
  for (let attempt = 1; ; attempt++) {
    const { link } = await getLink(actor, linkId, dependencies);
    const patch = patchFor(link, change);
    try {
      await changeLink(actor, { linkId, patch, expected: [link.revision], idempotency }, dependencies);
      return;
    } catch (error) {
      const outdated = error instanceof ServiceError && error.code === "precondition_failed";
      if (!outdated || attempt === ATTEMPTS) throw error;
    }
  }
}
