import { CHANGE_LINK_SCOPE } from "../../features/access/scopes.ts";
import { type ChangedLink, changeLink } from "../../features/links/change-link.ts";
import { linkPatch, readLinkPatch } from "../../features/links/patch.ts";
import { revisionsIn } from "./entity-tags.ts";
import { CHANGED_AT, exampleLink, LINK, LINK_PATH } from "./examples/link-examples.ts";
import { anyLink } from "./extended-resources.ts";
import type { Include } from "./include.ts";
import { operation } from "./operation.ts";
import { presentLink } from "./presenters.ts";
import { linkChangeHead } from "./request-head.ts";
import { MERGE_PATCH, responseWith } from "./resources.ts";
import { write } from "./write.ts";

export const changeLinkOperation = operation({
  id: "changeLink",
  method: "PATCH",
  path: "/v1/links/{linkId}",
  tag: "Links",
  summary: "Change a link or switch it off and on",
  description:
    "Applies a JSON merge patch (RFC 7396) to the link's definition and `status`. The short id and printed codes stay " +
    "valid; the short link changes within 40 seconds. The result must be valid for its retailer and intent, which " +
    "may change too. A change of retailer requires the scopes of both.",
  scope: CHANGE_LINK_SCOPE,
  needsRetailerScope: true,
  head: linkChangeHead,
  body: { schema: linkPatch, mediaTypes: MERGE_PATCH, read: readLinkPatch },
  response: responseWith("The changed link.", anyLink, "ETag", "Idempotent-Replayed"),
  errors: [
    "not_found",
    "project_access_denied",
    "quota_exceeded",
    "idempotency_conflict",
    "duplicate_slug",
    "duplicate_gtin",
    "domain_required",
    "precondition_failed",
    "unsupported_retailer_intent",
    "url_not_allowed",
  ],
  examples: [
    {
      summary: "A new public name, only if nobody else has changed the link",
      path: LINK_PATH,
      headers: { "Idempotency-Key": "rename-breakfast", "If-Match": `"${LINK.revision}"` },
      body: { publicName: "Sunday breakfast" },
      response: (origins) => ({
        data: exampleLink(origins, { publicName: "Sunday breakfast", updatedAt: CHANGED_AT }),
      }),
    },
    {
      summary: "Switch the link off",
      path: LINK_PATH,
      body: { status: "inactive" },
      response: (origins) => ({ data: exampleLink(origins, { status: "inactive", updatedAt: CHANGED_AT }) }),
    },
    {
      summary: "Switch it on again, and remove an optional field with null",
      path: LINK_PATH,
      body: { status: "active", publicName: null },
      response: (origins) => ({
        data: exampleLink(origins, { publicName: undefined, updatedAt: CHANGED_AT }),
      }),
    },
  ],
  handle(request) {
    const { actor, head, body: patch, dependencies } = request;
    const { linkId } = head.param;
    const expected = revisionsIn(head.header["if-match"]);
    // A repeat may ask for warnings that the first request did not ask for.
    const warns = head.query.include.has("warnings") || head.header["idempotency-key"] !== undefined;
    return write(
      request,
      "PATCH",
      (idempotency) => changeLink(actor, { linkId, patch, expected, idempotency, warns }, dependencies),
      (changed: ChangedLink, include: Include) => ({
        status: 200,
        data: presentLink(changed, dependencies.origins, include, dependencies.now()),
        revision: changed.link.revision,
      }),
    );
  },
});
