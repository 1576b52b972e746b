import { GET_LINK_SCOPE, getLink } from "../../features/links/get-link.ts";
import { definitionOf } from "../../features/links/link.ts";
import { taggedResponse } from "./entity-tags.ts";
import { LINK, LINK_PATH } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { linkPartHead } from "./request-head.ts";
import { dataOf, linkDefinition } from "./resources.ts";

export const getLinkDefinitionOperation = operation({
  id: "getLinkDefinition",
  method: "GET",
  path: "/v1/links/{linkId}/definition",
  tag: "Links",
  summary: "Retrieve the definition of a link",
  description:
    "Returns the fields that define the link, with defaults and changes applied, and `status`. `PATCH` changes this object.",
  scope: GET_LINK_SCOPE,
  head: linkPartHead,
  response: {
    status: 200,
    description: "The definition.",
    schema: dataOf(linkDefinition),
    headers: ["ETag"],
  },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The definition of a link",
      path: LINK_PATH,
      response: () => ({ data: { ...definitionOf(LINK), status: LINK.status } }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const { link } = await getLink(actor, head.param.linkId, dependencies);
    return taggedResponse({ ...definitionOf(link), status: link.status }, link.revision);
  },
});
