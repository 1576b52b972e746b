import * as z from "zod";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  type NewWebhook,
  rotateSecret,
  WEBHOOKS_SCOPE,
} from "../../extras/webhooks/manage-webhooks.ts";
import { MAX_WEBHOOKS } from "../../extras/webhooks/webhook.ts";
import { text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { DELIVERY_OPERATIONS } from "./delivery-operations.ts";
import { operation } from "./operation.ts";
import { readHeaders, writeHead } from "./request-head.ts";
import { creationWith, MERGE_PATCH, pageWith, responseWith } from "./resources.ts";
import {
  EXAMPLE_WEBHOOK,
  presentWebhook,
  WEBHOOK_BODY,
  WEBHOOK_PATH,
  webhookPatch,
  webhookRequest,
  webhookResource,
} from "./webhook-resources.ts";
import { write } from "./write.ts";

const ROOT = "/v1/webhooks";
const ONE = `${ROOT}/{webhookId}`;
const COMMON = { tag: "Webhooks", scope: WEBHOOKS_SCOPE } as const;
const NOT_THERE = ["not_found", "project_access_denied"] as const;

const param = z.object({ webhookId: text(3, 128).describe("Id of the webhook.") });
const oneHead = z.object({ header: readHeaders, param });
const example = { data: presentWebhook({ webhook: EXAMPLE_WEBHOOK }) };
const SECRET = "whsec_bm90IGEgc2VjcmV0LCBqdXN0IDMyIGJ5dGVzIGxvbmch";
const withSecret = { data: presentWebhook({ webhook: EXAMPLE_WEBHOOK, secret: SECRET }) };

const create = operation({
  ...COMMON,
  id: "createWebhook",
  method: "POST",
  path: ROOT,
  summary: "Create a webhook",
  description:
    "Sends events to a URL as they happen, signed as [Standard Webhooks](https://www.standardwebhooks.com) describe it. The " +
    "response has the secret that verifies them, once: a repeat with the same `Idempotency-Key` does not. An organization has up " +
    `to ${MAX_WEBHOOKS}; those that are off count, deleted ones do not.`,
  head: writeHead,
  body: { schema: webhookRequest, read: (json) => parse(webhookRequest, json) },
  response: creationWith("The webhook with its secret.", webhookResource, "Location", "Idempotent-Replayed"),
  errors: ["project_access_denied", "url_not_allowed", "quota_exceeded", "idempotency_conflict"],
  examples: [{ summary: "Links of a project", body: WEBHOOK_BODY, response: () => withSecret }],
  handle(request) {
    const { actor, body, dependencies } = request;
    return write(
      request,
      "POST",
      (idempotency) => createWebhook(actor, { ...body, idempotency }, dependencies),
      (made: NewWebhook) => ({
        status: 201,
        data: presentWebhook(made),
        location: `${dependencies.origins.api}${ROOT}/${made.webhook.id}`,
      }),
    );
  },
});

export const listWebhooksOperation = operation({
  ...COMMON,
  id: "listWebhooks",
  method: "GET",
  path: ROOT,
  summary: "List webhooks",
  description: "All of them, the oldest first. A key that is limited to projects sees theirs.",
  head: z.object({ header: readHeaders }),
  response: pageWith("The webhooks.", webhookResource),
  errors: [],
  examples: [{ summary: "All webhooks", response: () => ({ data: [example.data] }) }],
  async handle({ actor, dependencies }) {
    const found = await listWebhooks(actor, dependencies);
    return Response.json({ data: found.map((webhook) => presentWebhook({ webhook })) });
  },
});

const get = operation({
  ...COMMON,
  id: "getWebhook",
  method: "GET",
  path: ONE,
  summary: "Retrieve a webhook",
  description: "Without its secret.",
  head: oneHead,
  response: responseWith("The webhook.", webhookResource),
  errors: NOT_THERE,
  examples: [{ summary: "A webhook", path: WEBHOOK_PATH, response: () => example }],
  handle: async ({ actor, head, dependencies }) =>
    Response.json({ data: presentWebhook({ webhook: await getWebhook(actor, head.param, dependencies) }) }),
});

const change = operation({
  ...COMMON,
  id: "changeWebhook",
  method: "PATCH",
  path: ONE,
  summary: "Change a webhook, or switch it off or on",
  description:
    "Takes a JSON merge patch (RFC 7396). `types: null` stands for all events. A webhook that is switched on gets what happens from " +
    "then on, and what was waiting; after `secret_unreadable`, nothing is left out.",
  head: oneHead,
  body: { schema: webhookPatch, mediaTypes: MERGE_PATCH, read: (json) => json },
  response: responseWith("The webhook as it is now.", webhookResource),
  errors: [...NOT_THERE, "url_not_allowed"],
  examples: [
    {
      summary: "Switched off",
      path: WEBHOOK_PATH,
      body: { status: "inactive" },
      response: () => ({ data: presentWebhook({ webhook: { ...EXAMPLE_WEBHOOK, status: "inactive" } }) }),
    },
  ],
  async handle({ actor, head, body: patch, dependencies }) {
    const webhook = await changeWebhook(actor, { ...head.param, patch }, dependencies);
    return Response.json({ data: presentWebhook({ webhook }) });
  },
});

const rotate = operation({
  ...COMMON,
  id: "rotateWebhookSecret",
  method: "POST",
  path: `${ONE}/secret`,
  summary: "Rotate the secret of a webhook",
  description:
    "The response has the new secret. For 24 hours, messages are signed with the former one too. A webhook that is off because of " +
    "`secret_unreadable` is on again, and gets everything that it missed.",
  head: writeHead.extend({ param }),
  response: responseWith("The webhook with its new secret.", webhookResource, "Idempotent-Replayed"),
  errors: [...NOT_THERE, "idempotency_conflict"],
  examples: [{ summary: "A new secret", path: WEBHOOK_PATH, response: () => withSecret }],
  handle(request) {
    const { actor, head, dependencies } = request;
    return write(
      request,
      "POST",
      (idempotency) => rotateSecret(actor, { ...head.param, idempotency }, dependencies),
      (made: NewWebhook) => ({ status: 200, data: presentWebhook(made) }),
    );
  },
});

const remove = operation({
  ...COMMON,
  id: "deleteWebhook",
  method: "DELETE",
  path: ONE,
  summary: "Delete a webhook",
  description: "With its deliveries. Nothing more is sent.",
  head: oneHead,
  response: responseWith("The webhook as it was.", webhookResource),
  errors: NOT_THERE,
  examples: [{ summary: "A webhook", path: WEBHOOK_PATH, response: () => example }],
  handle: async ({ actor, head, dependencies }) =>
    Response.json({
      data: presentWebhook({ webhook: await deleteWebhook(actor, head.param, dependencies) }),
    }),
});

/** Every operation on webhooks, in the order of the documents. */
export const WEBHOOK_OPERATIONS = [
  create,
  listWebhooksOperation,
  get,
  change,
  rotate,
  ...DELIVERY_OPERATIONS,
  remove,
];
