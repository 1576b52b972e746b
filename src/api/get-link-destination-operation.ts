import { GET_LINK_SCOPE } from "../links/get-link.ts";
import { getLinkDestination } from "../links/get-link-destination.ts";
import { taggedResponse } from "./entity-tags.ts";
import { EXAMPLE_DESTINATION, LINK_PATH } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { linkDestination } from "./preview-resources.ts";
import { linkPartHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";

/** The operation `GET /v1/links/{linkId}/destination`. */
export const getLinkDestinationOperation = operation({
  id: "getLinkDestination",
  method: "GET",
  path: "/v1/links/{linkId}/destination",
  tag: "Links",
  summary: "Tell where a link leads, and why",
  description:
    "The stored destination, the rule that decided it then, since when, and what may be wrong with the link. Of " +
    "a link that is switched off: where it would lead.",
  scope: GET_LINK_SCOPE,
  head: linkPartHead,
  answer: {
    status: 200,
    description: "Where the link leads.",
    schema: dataOf(linkDestination),
    headers: ["ETag"],
  },
  errors: ["not_found", "project_access_denied"],
  examples: [
    { summary: "Where a link leads", path: LINK_PATH, answer: () => ({ data: EXAMPLE_DESTINATION }) },
  ],
  async handle({ actor, head, origins, dependencies }) {
    const { linkId } = head.param;
    return taggedResponse(await getLinkDestination(actor, linkId, { ...dependencies, origins }));
  },
});
