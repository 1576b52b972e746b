import { GET_LINK_SCOPE, getLink } from "../links/get-link.ts";
import { CHANGED_AT, codeOf, LINK, LINK_PATH } from "./examples/links.ts";
import { linkEtag } from "./link-etag.ts";
import { operation } from "./operation.ts";
import { presentLink } from "./presenters.ts";
import { linkHead } from "./request-head.ts";
import { dataOf, linkResource } from "./resources.ts";

/** The operation `GET /v1/links/{linkId}`. */
export const getLinkOperation = operation({
  id: "getLink",
  method: "GET",
  path: "/v1/links/{linkId}",
  tag: "Links",
  summary: "Retrieve a link",
  description: "The link as it is now, whether it is active or not.",
  scope: GET_LINK_SCOPE,
  head: linkHead,
  answer: {
    status: 200,
    description: "The link, with urlType, products, metadata and updatedAt.",
    schema: dataOf(linkResource),
    headers: ["ETag"],
  },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "A link",
      path: LINK_PATH,
      answer: (origins) => ({ data: presentLink(LINK, codeOf(origins), origins, new Date(CHANGED_AT)) }),
    },
  ],
  async handle({ actor, head, origins, dependencies }) {
    const { link, qrCode } = await getLink(actor, head.param.linkId, dependencies);
    const data = presentLink(link, qrCode, origins, dependencies.now());
    return Response.json({ data }, { headers: { ETag: linkEtag(link) } });
  },
});
