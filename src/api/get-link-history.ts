import { GET_LINK_SCOPE } from "../links/get-link.ts";
import { getLinkHistory } from "../links/get-link-history.ts";
import { EXAMPLE_HISTORY } from "./examples/history.ts";
import { LINK_PATH } from "./examples/links.ts";
import { operation } from "./operation.ts";
import { presentHistoryEntry } from "./presenters.ts";
import { linkPageHead } from "./request-head.ts";
import { historyEntry, pageOf } from "./resources.ts";

/** The operation `GET /v1/links/{linkId}/history`. */
export const getLinkHistoryOperation = operation({
  id: "getLinkHistory",
  method: "GET",
  path: "/v1/links/{linkId}/history",
  tag: "Links",
  summary: "List the changes of a link",
  description:
    "Who changed what of the link and its QR codes, and where it led then, the newest first. The last entry is " +
    "the creation.",
  scope: GET_LINK_SCOPE,
  head: linkPageHead,
  answer: { status: 200, description: "A page of changes.", schema: pageOf(historyEntry) },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "A change of the name, and the creation",
      path: LINK_PATH,
      answer: () => ({ data: EXAMPLE_HISTORY.map(presentHistoryEntry) }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const { linkId } = head.param;
    const { entries, nextCursor } = await getLinkHistory(actor, { linkId, ...head.query }, dependencies);
    return Response.json({
      data: entries.map(presentHistoryEntry),
      ...(nextCursor !== null && { nextCursor }),
    });
  },
});
