import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { type ErrorCode, ServiceError } from "../core/errors.ts";
import type { IdempotentWrite } from "../idempotency/claim.ts";
import {
  CHANGE_LINK_SCOPE,
  type ChangedLink,
  type ChangeLinkDependencies,
  changeLink,
} from "./change-link.ts";
import { getLink } from "./get-link.ts";
import { type LinksChange, patchFor } from "./links-change.ts";
import { chosenLinks } from "./summarize-links.ts";

/** What `changeLinks` takes. */
export interface ChangeLinksInput {
  linkIds: readonly string[];
  change: LinksChange;
  /** The idempotent write of one link: a repeat does nothing to links that are done. */
  idempotencyOf(linkId: string): Promise<IdempotentWrite<ChangedLink>>;
}

/** What came of one link; `error` is absent where it is now as it was to be. */
export interface LinkOutcome {
  linkId: string;
  error?: ErrorCode;
}

/** How many links are changed at the same time: a request may have six connections open. */
const AT_ONCE = 5;
/** After this many links in a row without an answer of the database, the others are not tried. */
const PATIENCE = 5;
/** How many times a tag is set on a link that others change at the same time. */
const ATTEMPTS = 5;

/**
 * Changes each of the links by itself, with all checks of `changeLink`: what one of them refuses stops no other. Where
 * the database does not answer any more, or the request has used up its queries, the rest gets `service_unavailable`
 * and can be sent again. Throws `insufficient_scope`, and `validation_failed` for `link` or `tag`.
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
    outcomes.length >= PATIENCE &&
    outcomes.slice(-PATIENCE).every(({ error }) => error === "service_unavailable");
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const group = ids.slice(at, at + AT_ONCE);
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
  change: LinksChange,
  idempotency: IdempotentWrite<ChangedLink>,
  dependencies: ChangeLinkDependencies,
): Promise<void> {
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
