import * as z from "zod";
import { webhookDisabledReason } from "../../extras/events/catalog.ts";
import type { Delivery } from "../../extras/webhooks/delivery-store.ts";
import type { NewWebhook } from "../../extras/webhooks/manage-webhooks.ts";
import { MAX_WEBHOOK_URL, type Webhook, webhookFields } from "../../extras/webhooks/webhook.ts";
import { EVENT_TYPES } from "../../features/writes/event.ts";
import { counted, dateTime, openEnum, shown } from "../../ground/core/resource-parts.ts";
import { EVENT_ID } from "./event-operations.ts";
import { CREATED_AT } from "./examples/link-examples.ts";
import { actorResource } from "./resources.ts";

const eventType = openEnum("EventType", EVENT_TYPES, "A type of event.");

/** What a webhook is made of. */
export const webhookRequest = z
  .strictObject({
    url: webhookFields.url,
    projectId: shown(128, "Only events of this project. Absent: all; the key has to reach all projects.")
      .min(1)
      .optional(),
    types: webhookFields.types,
    description: webhookFields.description,
  })
  .meta({ id: "CreateWebhookRequest", description: "A webhook to create." });

/** What a patch of a webhook may have. */
export const webhookPatch = z
  .strictObject({
    url: webhookFields.url,
    types: webhookFields.types,
    description: webhookFields.description,
    status: z
      .enum(["active", "inactive"])
      .describe("`inactive`: nothing is sent, and what happens meanwhile never is."),
  })
  .partial()
  .meta({ id: "WebhookPatch", description: "A JSON merge patch of a webhook." });

export const webhookResource = z
  .strictObject({
    id: shown(64, "Id of the webhook."),
    url: shown(MAX_WEBHOOK_URL, "Where events are sent."),
    projectId: shown(128, "The project whose events it gets; absent: all.").optional(),
    types: z.array(eventType).max(100).describe("The events that it gets; absent: all.").optional(),
    description: shown(200, "For people."),
    status: z.enum(["active", "inactive"]).describe("Whether events are sent."),
    disabledBecause: webhookDisabledReason
      .optional()
      .describe("Why the service switched it off; absent: it is on, or somebody switched it off."),
    failingSince: dateTime("Since when no attempt has succeeded; absent where the last one did.").optional(),
    secret: shown(64, "What its messages are signed with. Shown only when it is made.").optional(),
    createdAt: dateTime("When it was created."),
    createdBy: actorResource.describe("Who created it. It stays, whatever becomes of them."),
  })
  .meta({ id: "Webhook", description: "Where events are sent." });

/** What came of an event for a webhook. */
export const deliveryResource = z
  .strictObject({
    id: shown(64, "Id of the event, which is the header `webhook-id` too."),
    type: openEnum("DeliveredType", [...EVENT_TYPES, "webhook.test"], "Type of the event."),
    state: z.enum(["pending", "delivered", "failed"]).describe("`failed`: there is no further attempt."),
    attempts: counted("How many attempts there were."),
    nextAttemptAt: dateTime("When the next attempt is due.").optional(),
    lastAttempt: z
      .strictObject({
        at: dateTime("When it began."),
        status: z
          .int()
          .min(100)
          .max(999)
          .describe("Status of the response; absent: there was none.")
          .optional(),
        milliseconds: counted("How long it took."),
        response: shown(500, "The beginning of the response, or why there was none."),
      })
      .describe("The last attempt.")
      .optional(),
  })
  .meta({ id: "WebhookDelivery", description: "An event on its way to a webhook." });

export function presentWebhook({ webhook, secret }: NewWebhook): z.infer<typeof webhookResource> {
  const {
    organizationId: _,
    projectId,
    types,
    disabledBecause,
    failingSince,
    createdBy,
    ...fields
  } = webhook;
  const { name, ...actor } = createdBy;
  return {
    ...fields,
    ...(projectId !== null && { projectId }),
    ...(types && { types }),
    ...(disabledBecause !== null && { disabledBecause }),
    ...(failingSince !== null && { failingSince }),
    ...(secret !== undefined && { secret }),
    // A member's name is an email address.
    createdBy: { ...actor, ...(actor.type === "api_key" && name !== null && { name }) },
  };
}

export const presentDelivery = ({
  id,
  eventType: type,
  state,
  attempts,
  nextAttemptAt,
  last,
}: Delivery): z.infer<typeof deliveryResource> => ({
  id,
  type,
  state,
  attempts,
  ...(nextAttemptAt !== null && { nextAttemptAt }),
  ...(last && {
    lastAttempt: {
      at: last.at,
      ...(last.status !== null && { status: last.status }),
      milliseconds: last.ms,
      response: last.response,
    },
  }),
});

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
