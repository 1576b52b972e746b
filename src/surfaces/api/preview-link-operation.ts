import * as z from "zod";
import { CREATE_LINK_SCOPE } from "../../features/access/scopes.ts";
import { previewLink } from "../../features/links/preview-links.ts";
import { previewLinkRequest } from "../../features/retailers/definition.ts";
import { pretendedVisit } from "../../features/retailers/offer-when.ts";
import { parseDefinition } from "../../features/retailers/parse-definition.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import { parse } from "../../ground/core/validation.ts";
import {
  EXAMPLE_PREVIEW,
  EXAMPLE_RULES_PREVIEW,
  LINK_BODY,
  RULES_PREVIEW_BODY,
} from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { linkPreview } from "./preview-resources.ts";
import { previewHead } from "./request-head.ts";
import { responseWith } from "./resources.ts";

export const previewLinkOperation = operation({
  id: "previewLink",
  method: "POST",
  path: "/v1/links/preview",
  tag: "Links",
  summary: "Preview a link's destination",
  description:
    "Accepts the body of `POST /v1/links` and returns the destination, the rule that chooses it, and warnings. Rejects what " +
    "a creation would reject and creates nothing. Like a creation, it may query the retailer about the products, which " +
    "counts toward the daily limit of such queries. With `visit`, the preview of a choice says which of its offers such a visit " +
    "gets, and why not the others.",
  scope: CREATE_LINK_SCOPE,
  needsRetailerScope: true,
  head: previewHead,
  body: {
    schema: previewLinkRequest,
    read({ visit, ...body }) {
      const definition = parseDefinition(body);
      if (visit === undefined) return { definition };
      if (definition.retailer !== "choice")
        throw validationFailed([{ field: "visit", message: "is only for choice links" }]);
      return { definition, visit: parse(z.strictObject({ visit: pretendedVisit }), { visit }).visit };
    },
  },
  response: responseWith("The destination of the link.", linkPreview),
  errors: [
    "project_access_denied",
    "unsupported_retailer_intent",
    "url_not_allowed",
    "duplicate_slug",
    "duplicate_gtin",
    "domain_required",
  ],
  examples: [
    {
      summary: "A cart with a backup product",
      body: LINK_BODY,
      response: () => ({ data: EXAMPLE_PREVIEW }),
    },
    {
      summary: "A choice whose rules redirect, with a visit",
      body: RULES_PREVIEW_BODY,
      response: () => ({ data: EXAMPLE_RULES_PREVIEW }),
    },
  ],
  async handle({ actor, body, dependencies }) {
    return Response.json({ data: await previewLink(actor, body, dependencies) });
  },
});
