import * as z from "zod";
import { EVENTS, type EventDescription } from "../../extras/events/catalog.ts";
import { dateTime, shown, shownUrl } from "../../ground/core/resource-parts.ts";

/** `link.status_changed` as `LinkStatusChangedEvent`. */
const nameOf = (type: string): string =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

const schemaOf = ({ type, related, sentence, data }: EventDescription) =>
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

const [first, ...others] = EVENTS.map(schemaOf);

export const eventResource = z
  .union(first ? [first, ...others] : [])
  .meta({ id: "Event", description: "An event. Ignore types that you don't know: later versions add some." });
