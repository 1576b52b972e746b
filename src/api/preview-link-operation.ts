import { CREATE_LINK_SCOPE } from "../links/create-link.ts";
import { previewLink } from "../links/preview-link.ts";
import { createLinkRequest } from "../retailers/definition.ts";
import { parseDefinition } from "../retailers/parse-definition.ts";
import { EXAMPLE_PREVIEW, LINK_BODY } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { linkPreview } from "./preview-resources.ts";
import { previewHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";

/** The operation `POST /v1/links/preview`. */
export const previewLinkOperation = operation({
  id: "previewLink",
  method: "POST",
  path: "/v1/links/preview",
  tag: "Links",
  summary: "Preview where a link would lead",
  description:
    "Takes the body of a creation and tells where the link would lead if it were created now, by which rule, " +
    "and what may be wrong with it. Refuses what the creation would refuse, and creates nothing. Where the " +
    "creation would ask the retailer about the products, so does the preview; its calls count among those of " +
    "the day.",
  scope: CREATE_LINK_SCOPE,
  needsRetailerScope: true,
  head: previewHead,
  body: { schema: createLinkRequest, read: parseDefinition },
  answer: { status: 200, description: "Where the link would lead.", schema: dataOf(linkPreview) },
  errors: ["project_access_denied", "unsupported_retailer_intent", "url_not_allowed", "duplicate_slug"],
  examples: [
    {
      summary: "A cart with a backup product",
      body: LINK_BODY,
      answer: () => ({ data: EXAMPLE_PREVIEW }),
    },
  ],
  async handle({ actor, body: definition, origins, dependencies }) {
    return Response.json({ data: await previewLink(actor, { definition }, { ...dependencies, origins }) });
  },
});
