import * as z from "zod";
import { linkFilters, refuseReversedCreation } from "../../features/links/list-filters.ts";
import { LIST_LINKS_SCOPE, listLinks } from "../../features/links/list-links.ts";
import { exampleLink } from "./examples/link-examples.ts";
import { anyLink } from "./extended-resources.ts";
import { includeQuery } from "./include.ts";
import { operation } from "./operation.ts";
import { presentLink } from "./presenters.ts";
import { cursorParameter, limitParameter, readHeaders } from "./request-head.ts";
import { pageOf } from "./resources.ts";

const query = linkFilters
  .extend({ ...includeQuery.shape, limit: limitParameter(), cursor: cursorParameter() })
  .superRefine(refuseReversedCreation);

export const listLinksOperation = operation({
  id: "listLinks",
  method: "GET",
  path: "/v1/links",
  tag: "Links",
  summary: "List and search links",
  description:
    "Lists the links that the key can access, newest first. Filters are combined with AND. A page may contain fewer links " +
    "than `limit`, even none, although more follow: keep paging until `nextCursor` is absent.",
  scope: LIST_LINKS_SCOPE,
  head: z.object({ header: readHeaders, query }),
  response: { status: 200, description: "One page of links.", schema: pageOf(anyLink) },
  errors: ["project_access_denied"],
  examples: [
    {
      summary: "Active links with a word in their name",
      query: { q: "breakfast", status: "active", limit: "10" },
      response: (origins) => ({ data: [exampleLink(origins)] }),
    },
  ],
  async handle({ actor, head, origins, dependencies }) {
    const { q: text, include, ...query } = head.query;
    const { links, nextCursor } = await listLinks(actor, { text, ...query }, dependencies);
    const now = dependencies.now();
    return Response.json({
      data: links.map((each) => presentLink(each, origins, include, now)),
      ...(nextCursor !== null && { nextCursor }),
    });
  },
});
