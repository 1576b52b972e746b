import type { FieldChange } from "../../features/audit/activity.ts";
import type { HistoryEntry } from "../../features/audit/activity-store.ts";
import { GET_LINK_SCOPE } from "../../features/links/get-link.ts";
import { getLinkHistory } from "../../features/links/get-link-history.ts";
import { CHANGED_AT, CREATED_AT, LINK, LINK_ID, LINK_PATH } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { presentHistoryEntry } from "./presenters.ts";
import { linkPageHead } from "./request-head.ts";
import { historyEntry, pageOf } from "./resources.ts";

const entry = (version: number, at: string, changes: FieldChange[]): HistoryEntry => ({
  version,
  activity: {
    id: `act_01kjq5c8n0v3w7x9y2z4a6b8c${version}`,
    at,
    actor: { type: "api_key", id: "key_01kjq4h2m8r5t7v9x1z3b5d7fg" },
    organizationId: "demo",
    object: { type: "link", id: LINK_ID },
    changes,
  },
  destination: LINK.destination,
  actorName: "Website",
});

/** The history of the example link, newest first. */
export const EXAMPLE_HISTORY: readonly HistoryEntry[] = [
  entry(2, CHANGED_AT, [{ field: "publicName", from: LINK.publicName, to: "Sunday breakfast" }]),
  entry(1, CREATED_AT, []),
];

export const getLinkHistoryOperation = operation({
  id: "getLinkHistory",
  method: "GET",
  path: "/v1/links/{linkId}/history",
  tag: "Links",
  summary: "List the changes of a link",
  description:
    "Lists who changed what on the link and its QR codes, and the destination afterwards, newest first. The last entry is " +
    "the creation.",
  scope: GET_LINK_SCOPE,
  head: linkPageHead,
  response: { status: 200, description: "A page of changes.", schema: pageOf(historyEntry) },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "A renaming and the creation",
      path: LINK_PATH,
      response: () => ({ data: EXAMPLE_HISTORY.map(presentHistoryEntry) }),
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
