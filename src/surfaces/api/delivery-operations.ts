import * as z from "zod";
import type { Delivery } from "../../extras/webhooks/delivery-store.ts";
import { deliverAgain, listDeliveries } from "../../extras/webhooks/manage-deliveries.ts";
import { WEBHOOKS_SCOPE } from "../../extras/webhooks/manage-webhooks.ts";
import { text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { operation } from "./operation.ts";
import { pageHead, writeHead } from "./request-head.ts";
import { creationWith, onePage, pageWith } from "./resources.ts";
import { deliveryResource, EXAMPLE_DELIVERY, presentDelivery, WEBHOOK_PATH } from "./webhook-resources.ts";
import { write } from "./write.ts";

const PATH = "/v1/webhooks/{webhookId}/deliveries";
const COMMON = { tag: "Webhooks", scope: WEBHOOKS_SCOPE } as const;
const NOT_THERE = ["not_found", "project_access_denied"] as const;

const param = z.object({ webhookId: text(3, 128).describe("Id of the webhook.") });

const deliveries = operation({
  ...COMMON,
  id: "listDeliveries",
  method: "GET",
  path: PATH,
  summary: "List the deliveries of a webhook",
  description: "Events and what came of them, the newest events first. They are kept for 30 days.",
  head: pageHead.extend({ param }),
  response: pageWith("A page of deliveries.", deliveryResource),
  errors: NOT_THERE,
  examples: [
    {
      summary: "What was sent",
      path: WEBHOOK_PATH,
      response: () => ({ data: [presentDelivery(EXAMPLE_DELIVERY)] }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const page = await listDeliveries(actor, { ...head.param, ...head.query }, dependencies);
    return onePage(page.deliveries.map(presentDelivery), page.nextCursor);
  },
});

const deliveryRequest = z
  .strictObject({
    eventId: text(3, 128).describe("Id of an event. Absent: a test message is sent.").optional(),
  })
  .meta({ id: "DeliveryRequest", description: "What to deliver." });

const deliver = operation({
  ...COMMON,
  id: "deliverEvent",
  method: "POST",
  path: PATH,
  summary: "Deliver an event again, or send a test",
  description:
    "Any event of the last 90 days, with all of its attempts. It is sent within seconds, if the webhook is on.",
  head: writeHead.extend({ param }),
  body: { schema: deliveryRequest, read: (json) => parse(deliveryRequest, json) },
  response: creationWith("The delivery, which is due.", deliveryResource, "Idempotent-Replayed"),
  errors: [...NOT_THERE, "idempotency_conflict"],
  examples: [
    {
      summary: "An event once more",
      path: WEBHOOK_PATH,
      body: { eventId: EXAMPLE_DELIVERY.id },
      response: () => ({ data: presentDelivery(EXAMPLE_DELIVERY) }),
    },
  ],
  handle(request) {
    const { actor, head, body, dependencies } = request;
    return write(
      request,
      "POST",
      (idempotency) => deliverAgain(actor, { ...head.param, ...body, idempotency }, dependencies),
      (delivery: Delivery) => ({ status: 201, data: presentDelivery(delivery) }),
    );
  },
});

/** The operations on what was sent to a webhook. */
export const DELIVERY_OPERATIONS = [deliveries, deliver];
