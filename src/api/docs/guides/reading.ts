import { EVENTS } from "../../../events/catalog.ts";
import { INCLUDABLE } from "../../include.ts";
import { type Guide, requestBlock } from "./guide-context.ts";

/** What each word of `include` adds. */
const ADDS: Readonly<Record<(typeof INCLUDABLE)[number], string>> = {
  addresses: "every address of a link: the current one, former slugs and the short id",
  domain: "the host of the short link",
  offers: "what shoppers choose from; of choice links",
  schedule: "when the link begins and ends to lead; where it has a schedule",
  slug: "the words that stand in place of the short id; where it has some",
  state: "what the link is now: `scheduled`, `running`, `ended` or `off`",
  style: "how a QR code looks, where it has a style of its own; also of the code within a link",
};

/** The base contract, and what goes beyond it. */
export const include: Guide = (origins) => ({
  id: "include",
  title: "Ask for more with include",
  summary: "Links and codes are answered in a base contract; `include` adds what you name.",
  blocks: [
    {
      kind: "text",
      text: "Every operation that answers links or QR codes answers the same few properties, and no others: a strict client never meets one that it doesn't know. The query parameter `include` adds more: a list with commas between its words, in any order, or `all`. A word that is not in the table is refused with 400.",
    },
    { kind: "table", head: ["Word", "Adds"], rows: INCLUDABLE.map((word) => [`\`${word}\``, ADDS[word]]) },
    requestBlock("getLink", "A link with its addresses and its state", origins, {
      query: { include: "addresses,state" },
    }),
    {
      kind: "text",
      text: "`include` is no part of what makes a request a repeat: with the same `Idempotency-Key` and body, a repeat gets the stored link with what the repeat asks for.",
    },
  ],
});

/** How to learn of changes. */
export const changes: Guide = (origins) => ({
  id: "changes",
  title: "Follow changes",
  summary: "Events say what happened; an ETag says whether something has changed.",
  blocks: [
    {
      kind: "text",
      text: "Every change of a link or code is recorded as an event in the transaction of the change, whoever made it: the API, an import, a person in the dashboard, an assistant or the service. Read [the events](#listEvents) page by page, and store `nextCursor`: it is valid for at least 90 days.",
    },
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
        "Events may reach you in any order. Of two events of a link, the one with the higher `revision` is the later one.",
        "A link, its definition, its destination, a code, a project and a key are answered with an `ETag`. Send it as `If-None-Match`: while nothing has changed, the answer is 304 without a body.",
        "[The history](#getLinkHistory) of a link lists who changed what, people in the dashboard included.",
        "[Visits](#visits) are counted within a minute; `updatedAt` says how far.",
      ],
    },
    {
      kind: "code",
      title: "Whether a link has changed",
      language: "sh",
      text: `curl ${origins.api}/v1/links/$LINK_ID -H "X-Service-API-Key: $KEY" -H 'If-None-Match: "5-1x2y3z"'`,
    },
  ],
});
