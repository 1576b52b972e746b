import { CREATE_LINK_SCOPE } from "../../features/access/scopes.ts";
import { createLink } from "../../features/links/create-link.ts";
import type { CreatedLink } from "../../features/links/new-link.ts";
import { createLinkRequest } from "../../features/retailers/definition.ts";
import { parseDefinition } from "../../features/retailers/parse-definition.ts";
import type { Origins } from "../../ground/core/origins.ts";
import { CREATIONS } from "./examples/link-examples.ts";
import { anyLink } from "./extended-resources.ts";
import type { Include } from "./include.ts";
import { operation } from "./operation.ts";
import { linkApiUrl, presentCreatedLink } from "./presenters.ts";
import { createLinkHead } from "./request-head.ts";
import { creationWith } from "./resources.ts";
import { type WriteResponse, write } from "./write.ts";

export const createLinkOperation = operation({
  id: "createLink",
  method: "POST",
  path: "/v1/links",
  tag: "Links",
  summary: "Create a link",
  description: "Creates a short link and, on a best-effort basis, its default QR code.",
  scope: CREATE_LINK_SCOPE,
  readAhead: ({ domains, now }) => domains.confirmed(now()),
  needsRetailerScope: true,
  head: createLinkHead,
  body: { schema: createLinkRequest, read: parseDefinition },
  response: creationWith("The link.", anyLink, "Location", "Idempotent-Replayed"),
  errors: [
    "project_access_denied",
    "quota_exceeded",
    "idempotency_conflict",
    "duplicate_slug",
    "duplicate_gtin",
    "domain_required",
    "unsupported_retailer_intent",
    "url_not_allowed",
  ],
  examples: CREATIONS,
  handle(request) {
    const { actor, body: definition, dependencies } = request;
    return write(
      request,
      "POST",
      (idempotency) => createLink(actor, { definition, idempotency }, dependencies),
      createdResponse(dependencies.origins),
    );
  },
});

/** The response for a created link, also as a row of a bulk request. */
export const createdResponse =
  (origins: Origins) =>
  (created: CreatedLink, include: Include): WriteResponse => ({
    status: 201,
    data: presentCreatedLink(created, origins, include),
    location: linkApiUrl(origins, created.link.id),
  });
