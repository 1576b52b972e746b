import type { MemberActor } from "../access/actor.ts";
import { serviceUnavailable } from "../core/errors.ts";
import type { LinkStatus } from "../core/vocabulary.ts";
import { idempotencyRequest } from "../idempotency/claim.ts";
import type { ChangedLink, ChangeLinkDependencies } from "../links/change-link.ts";
import { changeLinks } from "../links/change-links.ts";
import type { Examples } from "./first-steps.ts";

/**
 * Switches the example links on or off; those that are so already are left alone. Throws `insufficient_scope`, and
 * `service_unavailable` where one of them could not be changed, after which it can be done again.
 */
export async function switchExamples(
  actor: MemberActor,
  { linkIds }: Pick<Examples, "linkIds">,
  status: LinkStatus,
  dependencies: ChangeLinkDependencies,
): Promise<void> {
  const at = dependencies.now().toISOString();
  const outcomes = await changeLinks(
    actor,
    {
      linkIds,
      change: { status },
      idempotencyOf: async (linkId) => ({
        ...(await idempotencyRequest(actor.organizationId, "", "examples", `${linkId} ${at}`, status)),
        receipt: ({ link }: ChangedLink) => link.id,
      }),
    },
    dependencies,
  );
  const failed = outcomes.find(({ error }) => error !== undefined);
  if (failed) throw serviceUnavailable(new Error(`an example was not changed: ${failed.error}`));
}
