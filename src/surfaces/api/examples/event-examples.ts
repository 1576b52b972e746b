import { type EventBody, eventBody } from "../../../extras/events/event.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { CREATED_AT, LINK_ID } from "./link-examples.ts";

export const EVENT_ID = "evt_01kjq5c8n0v3w7x9y2z4a6b8c1";
export const EVENT_PATH = { eventId: EVENT_ID };

/** The creation of the examples' link. */
export const exampleEvent = (origins: Origins): EventBody =>
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
