import { EVENTS } from "../../../../extras/events/catalog.ts";
import { type Guide, requestBlock } from "./guide-context.ts";

export const changes: Guide = (origins) => ({
  id: "changes",
  title: "Follow changes",
  summary: "Read events, or poll with conditional requests.",
  blocks: [
    "Every change of a link or code is recorded as an event in the transaction of the change: from the API, imports, the dashboard, assistants and the service itself. Read [the events](#listEvents) page by page, and store `nextCursor`: it is valid for at least 90 days. The list is in the order in which the changes were committed.",
    requestBlock("listEvents", "What happened since the last time", origins, {}),
    {
      kind: "table",
      head: ["Event", "When"],
      rows: EVENTS.map(({ type, sentence }) => [`\`${type}\``, sentence]),
    },
    {
      kind: "list",
      items: [
        "An event has ids and the names of the changed fields. Read the object for its values.",
        "[Webhooks](#webhooks) deliver in any order. Of two changes of a link or its codes, the one with the higher `revision` is the later one; other events have no `revision` and are ordered by `timestamp`.",
        "Responses with a link, its definition or destination, a code, a project or a key have an `ETag`. Send it as `If-None-Match`: if nothing has changed, the response is 304 without a body.",
        "[The history](#getLinkHistory) of a link lists who changed what, including people in the dashboard.",
        "[Visits](#visits) appear within a minute; `updatedAt` is the time of the newest counted visits.",
      ],
    },
    {
      kind: "code",
      title: "Check whether a link has changed",
      language: "sh",
      text: `ETAG=$(curl -s -o /dev/null -w '%header{etag}' "${origins.api}/v1/links/$LINK_ID" -H "X-Service-API-Key: $KEY")
curl -s -o /dev/null -w '%{http_code}\\n' "${origins.api}/v1/links/$LINK_ID" -H "X-Service-API-Key: $KEY" -H "If-None-Match: $ETAG"`,
    },
  ],
});
