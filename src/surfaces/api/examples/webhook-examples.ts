import { type EventBody, eventBody } from "../../../extras/events/event.ts";
import type { Delivery } from "../../../extras/webhooks/delivery-store.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
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

export const WEBHOOK_ID = "whk_01kjq5c8n0v3w7x9y2z4a6b8ce";
export const WEBHOOK_PATH = { webhookId: WEBHOOK_ID };
/** The body that it is created with. */
export const WEBHOOK_BODY = {
  url: "https://hooks.maple-and-pine.example/links",
  projectId: "demo",
  types: ["link.created", "link.updated"],
} as const;

export const EXAMPLE_WEBHOOK: Webhook = {
  id: WEBHOOK_ID,
  organizationId: "demo",
  ...WEBHOOK_BODY,
  types: [...WEBHOOK_BODY.types],
  description: "",
  status: "active",
  disabledBecause: null,
  failingSince: null,
  createdAt: CREATED_AT,
  createdBy: { type: "api_key", id: "key_01kjq4h2m8r5t7v9x1z3b5d7fg", name: "Website" },
};

/** The delivery of the examples' event, which is due. */
export const EXAMPLE_DELIVERY: Delivery = {
  id: EVENT_ID,
  eventType: "link.created",
  state: "pending",
  attempts: 0,
  nextAttemptAt: CREATED_AT,
  last: null,
};
