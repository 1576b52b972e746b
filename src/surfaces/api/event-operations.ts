import * as z from "zod";
import { EVENTS, type EventDescription } from "../../extras/events/catalog.ts";
import { type EventBody, eventBody } from "../../extras/events/event.ts";
import { getEvent, listEvents, READ_EVENTS_SCOPE } from "../../extras/events/event-store.ts";
import { EVENT_TYPES, type EventType } from "../../features/writes/event.ts";
import type { Origins } from "../../ground/core/origins.ts";
import { dateTime, shown, shownUrl } from "../../ground/core/resource-parts.ts";
import { text } from "../../ground/core/text.ts";
import { CREATED_AT, LINK_ID } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { limitParameter, readHeaders } from "./request-head.ts";
import { MAX_ON_A_PAGE, responseWith } from "./resources.ts";

export const EVENT_ID = "evt_01kjq5c8n0v3w7x9y2z4a6b8c1";
const EVENT_PATH = { eventId: EVENT_ID };

/** The creation of the examples' link. */
const exampleEvent = (origins: Origins): EventBody =>
  eventBody(
    {
      organizationId: "demo",
      sequence: 1,
      id: EVENT_ID,
      type: "link.created",
      at: CREATED_AT,
      related: { type: "link", id: LINK_ID },
      projectId: "demo",
      data: { linkId: LINK_ID, projectId: "demo", revision: 1 },
    },
    origins.api,
  );

/** `link.status_changed` as `LinkStatusChangedEvent`. */
const nameOf = (type: string): string =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

const schemaOf = ({ type, related, sentence, data }: Omit<EventDescription, "type"> & { type: string }) =>
  z
    .strictObject({
      id: shown(64, "Id of the event: the same however often it is delivered."),
      type: z.literal(type).describe("What happened."),
      timestamp: dateTime("When it happened."),
      related: z
        .strictObject({
          type: z.literal(related).describe("The kind of object."),
          id: shown(256, "Its id."),
          url: shownUrl("Where it can be read."),
        })
        .describe("What the event is about."),
      data: data.describe("What the event says."),
    })
    .meta({ id: nameOf(type), description: sentence });

/** A message that tests a webhook: no list has it. */
const TEST = {
  type: "webhook.test",
  related: "webhook",
  sentence: "A test of a webhook. `GET /v1/events` does not list it.",
  data: z.strictObject({ webhookId: shown(64, "Id of the webhook.") }),
} as const;

/** Every type of message that a webhook can get, with its schema. */
export const MESSAGES = [...EVENTS, TEST].map((event) => ({ ...event, schema: schemaOf(event) }));

const [first, ...others] = MESSAGES.map(({ schema }) => schema);

export const eventResource = z
  .union(first ? [first, ...others] : [])
  .meta({ id: "Event", description: "An event. Ignore types that you don't know: later versions add some." });

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
  async handle({ actor, head, dependencies }) {
    const { type: types, ...input } = head.query;
    const { events, cursor, hasMore } = await listEvents(actor, { types, ...input }, dependencies);
    return Response.json({
      data: events.map((event) => eventBody(event, dependencies.origins.api)),
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
  response: responseWith("The event.", eventResource),
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The creation of a link",
      path: EVENT_PATH,
      response: (origins) => ({ data: exampleEvent(origins) }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    return Response.json({
      data: eventBody(await getEvent(actor, head.param, dependencies), dependencies.origins.api),
    });
  },
});
