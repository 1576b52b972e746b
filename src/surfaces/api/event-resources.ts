import * as z from "zod";
import { EVENTS, type EventDescription } from "../../extras/events/catalog.ts";
import { dateTime, shown, shownUrl } from "../../ground/core/resource-parts.ts";

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
