import { GET_LINK_SCOPE, getLink } from "../../features/links/get-link.ts";
import { taggedResponse } from "./entity-tags.ts";
import { exampleLink, LINK_PATH } from "./examples/link-examples.ts";
import { anyLink } from "./extended-resources.ts";
import { INCLUDE_ALL } from "./include.ts";
import { operation } from "./operation.ts";
import { presentLink } from "./presenters.ts";
import { linkHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";

export const getLinkOperation = operation({
  id: "getLink",
  method: "GET",
  path: "/v1/links/{linkId}",
  tag: "Links",
  summary: "Retrieve a link",
  description: "Returns the current link, active or not.",
  scope: GET_LINK_SCOPE,
  head: linkHead,
  response: {
    status: 200,
    description: "The link, including `urlType`, `products`, `metadata` and `updatedAt`.",
    schema: dataOf(anyLink),
    headers: ["ETag"],
  },
  errors: ["not_found", "project_access_denied"],
  examples: [
    { summary: "A link", path: LINK_PATH, response: (origins) => ({ data: exampleLink(origins) }) },
    {
      summary: "A link with all optional properties",
      path: LINK_PATH,
      query: { include: "all" },
      response: (origins) => ({ data: exampleLink(origins, {}, INCLUDE_ALL) }),
    },
  ],
  async handle({ actor, head, origins, dependencies }) {
    const found = await getLink(actor, head.param.linkId, dependencies);
    const { include } = head.query;
    return taggedResponse(presentLink(found, origins, include, dependencies.now()), found.link.revision);
  },
});
