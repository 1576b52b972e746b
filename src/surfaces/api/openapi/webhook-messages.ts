import { MESSAGES } from "../event-operations.ts";
import type { Json, Schemas } from "./openapi-schemas.ts";

const HEADERS = {
  "webhook-id": "Id of the event, the same however often it is sent.",
  "webhook-timestamp": "Seconds since 1970: reject a message that is older than five minutes.",
  "webhook-signature": "Signatures separated by spaces; one of them must match. See the guide on webhooks.",
};

/** The headers of each message, as components of the document. */
const MESSAGE_HEADERS: Json = Object.fromEntries(
  Object.entries(HEADERS).map(([name, description]) => [
    name,
    { name, in: "header", required: true, description, schema: { type: "string", maxLength: 1024 } },
  ]),
);

/** What webhooks get: a message for each type of event. */
export const webhookMessages = ({ ofResponse }: Schemas): { webhooks: Json; parameters: Json } => ({
  parameters: MESSAGE_HEADERS,
  webhooks: Object.fromEntries(
    MESSAGES.map(({ type, sentence, schema }) => [
      type,
      {
        post: {
          operationId: type,
          tags: ["Webhooks"],
          summary: type,
          description: sentence,
          security: [],
          parameters: Object.keys(HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: {
            required: true,
            description: "The event.",
            content: { "application/json": { schema: ofResponse(schema) } },
          },
          responses: {
            "2XX": { description: "Received. After any other status, the event is sent again." },
            410: { description: "Switches the webhook off." },
          },
        },
      },
    ]),
  ),
});
