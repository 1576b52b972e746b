import * as z from "zod";
import { text } from "../core/text.ts";
import { LINK_INTENTS, LINK_STATUSES, RETAILERS } from "../core/vocabulary.ts";
import { LIST_LINKS_SCOPE, listLinks } from "../links/list-links.ts";
import { operation } from "./operation.ts";
import { presentLink } from "./presenters.ts";
import { cursorParameter, limitParameter, readHeaders } from "./request-head.ts";
import { linkResource, pageOf } from "./resources.ts";
import { refuseReversed, timeFrom, timeTo } from "./time-bounds.ts";

const query = z
  .strictObject({
    projectId: text(1, 128).describe("Links of this project.").optional(),
    q: text(3, 120)
      .describe(
        "Part of a name, public name, short id, link id, customUrl or the id of a product (backups left out), " +
          "whatever its case. Taken literally: there are no wildcards.",
      )
      .optional(),
    retailer: z.enum(RETAILERS).optional(),
    intent: z.enum(LINK_INTENTS).optional(),
    status: z.enum(LINK_STATUSES).optional(),
    tag: text(1, 80).describe("One of the link's tracking.tags, as it was sent.").optional(),
    createdFrom: timeFrom("Created at this time or later; a date (UTC) from its start."),
    createdTo: timeTo("Created before this time; a date (UTC) until its end."),
    limit: limitParameter(),
    cursor: cursorParameter(),
  })
  .superRefine(({ createdFrom, createdTo }, context) =>
    refuseReversed(createdFrom, createdTo, "createdTo", context),
  );

/** The operation `GET /v1/links`. */
export const listLinksOperation = operation({
  id: "listLinks",
  method: "GET",
  path: "/v1/links",
  tag: "Links",
  summary: "List and search links",
  description:
    "Links that the key reaches, newest first, each as reading it shows it. Filters add up. A page may hold fewer " +
    "links than `limit`, or none, while there are more: go on until there is no `nextCursor`. Needs the scope " +
    "`links:read`.",
  scope: LIST_LINKS_SCOPE,
  head: z.object({ header: readHeaders, query }),
  answer: { status: 200, description: "One page of links.", schema: pageOf(linkResource) },
  errors: ["project_access_denied"],
  async handle({ actor, head, origins, dependencies }) {
    const { q, projectId, retailer, intent, status, tag, createdFrom, createdTo, limit, cursor } = head.query;
    const input = {
      text: q,
      projectId,
      retailer,
      intent,
      status,
      tag,
      createdFrom,
      createdTo,
      limit,
      cursor,
    };
    const { links, nextCursor } = await listLinks(actor, input, dependencies);
    return Response.json({
      data: links.map(({ link, qrCode }) => presentLink(link, qrCode, origins)),
      ...(nextCursor !== null && { nextCursor }),
    });
  },
});
