import * as z from "zod";
import { eventBody } from "../../extras/events/event.ts";
import { getEvent, listEvents, READ_EVENTS_SCOPE } from "../../extras/events/list-events.ts";
import { EVENT_TYPES, type EventType } from "../../features/audit/event.ts";
import { shown } from "../../ground/core/resource-parts.ts";
import { text } from "../../ground/core/text.ts";
import { eventResource } from "./event-resources.ts";
import { EVENT_PATH, exampleEvent } from "./examples/event-examples.ts";
import { operation } from "./operation.ts";
import { limitParameter, readHeaders } from "./request-head.ts";
import { dataOf, MAX_ON_A_PAGE } from "./resources.ts";

const isType = (word: string): word is EventType => EVENT_TYPES.some((type) => type === word);

const query = z.strictObject({
  after: z.string().describe("`nextCursor` of the page before. Absent: from the first event on.").optional(),
  type: z
    .string()
    .transform((value, context) => {
      const words = value.split(",");
      const unknown = words.find((word) => !isType(word));
      if (unknown !== undefined)
        context.addIssue({ code: "custom", message: `has the unknown type ${unknown}` });
      return words.filter(isType);
    })
    .meta({
      type: "array",
      items: { type: "string", enum: [...EVENT_TYPES] },
      description: "Only events of these types, separated by commas.",
    })
    .optional(),
  projectId: text(1, 128).describe("Only events of this project.").optional(),
  limit: limitParameter(),
});

export const listEventsOperation = operation({
  id: "listEvents",
  method: "GET",
  path: "/v1/events",
  tag: "Events",
  summary: "List what happened",
  description:
    "Events of the projects that the key reaches, the oldest first. Store `nextCursor` after each page and send it as `after`: " +
    "no event is left out, and none comes twice. While `hasMore` is true, continue directly, even after an empty page; else " +
    "ask again later. Events are kept for at least 90 days. Events of the organization as a whole are for keys that reach all projects.",
  scope: READ_EVENTS_SCOPE,
  head: z.object({ header: readHeaders, query }),
  response: {
    status: 200,
    description: "A page of events.",
    schema: z.strictObject({
      data: z.array(eventResource).max(MAX_ON_A_PAGE).describe("The page."),
      nextCursor: shown(1024, "What to send as `after` next time. It is always present."),
      hasMore: z.boolean().describe("Whether there may be more events already."),
    }),
  },
  errors: ["project_access_denied"],
  examples: [
    {
      summary: "The first events",
      query: { limit: "10" },
      response: (origins) => ({
        data: [exampleEvent(origins)],
        nextCursor: "MDNxcHM5NjE",
        hasMore: false,
      }),
    },
  ],
  async handle({ actor, head, origins, dependencies }) {
    const { type: types, ...input } = head.query;
    const { events, cursor, hasMore } = await listEvents(actor, { types, ...input }, dependencies);
    return Response.json({
      data: events.map((event) => eventBody(event, origins.api)),
      nextCursor: cursor,
      hasMore,
    });
  },
});

export const getEventOperation = operation({
  id: "getEvent",
  method: "GET",
  path: "/v1/events/{eventId}",
  tag: "Events",
  summary: "Retrieve an event",
  description: "As `GET /v1/events` lists it and webhooks deliver it.",
  scope: READ_EVENTS_SCOPE,
  head: z.object({
    header: readHeaders,
    param: z.object({ eventId: text(3, 128).describe("Id of the event.") }),
  }),
  response: { status: 200, description: "The event.", schema: dataOf(eventResource) },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The creation of a link",
      path: EVENT_PATH,
      response: (origins) => ({ data: exampleEvent(origins) }),
    },
  ],
  async handle({ actor, head, origins, dependencies }) {
    return Response.json({
      data: eventBody(await getEvent(actor, head.param, dependencies), origins.api),
    });
  },
});
