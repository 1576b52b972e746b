import { API_ERROR_CODES } from "../../error-messages.ts";
import { errorTable } from "../operation-sections.ts";
import type { Guide } from "./guide-context.ts";

export const errors: Guide = () => ({
  id: "errors",
  title: "Errors",
  summary: "One format, stable codes, and what to do about each error.",
  blocks: [
    "Every error has the same body. Branch on `code`; handle unknown codes. `message` is for people. `details` lists every invalid field. Include the `correlationId` when you report a problem.",
    {
      kind: "code",
      title: "An error",
      language: "json",
      text: JSON.stringify(
        {
          error: {
            code: "validation_failed",
            message: "The request is invalid. See details.",
            correlationId: "5f0c3f1e-7f0a-4f0e-9a53-0f6f8b0c2a11",
            details: [{ field: "products[0].quantity", message: "must be at most 999" }],
          },
        },
        null,
        2,
      ),
    },
    errorTable(API_ERROR_CODES),
    "Requests may have an `X-Correlation-ID` of 8 to 128 characters. The response returns it, or a generated one. Log it.",
  ],
});

export const security: Guide = () => ({
  id: "security",
  title: "Keys and security",
  summary: "What a key allows, where to store it, and what to do if it leaks.",
  blocks: [
    {
      kind: "list",
      items: [
        "Send the key in `X-Service-API-Key`. Missing, unknown, expired and revoked keys get the same 401.",
        "A key belongs to an organization and has scopes for all or some of its projects. Use a separate key for each program, with only the scopes that it needs.",
        "`links:read` allows reading links, codes and visits; `links:write` creating, previewing and changing links; `qr-codes:write` creating and changing codes. Writes also require `retailers:<retailer>`.",
        "Keys are secrets. Call the API from a server: it sends no CORS headers, so scripts on other sites can't use it.",
        "Revoke a leaked key in the dashboard; it stops working everywhere within 10 seconds. To rotate a key without interruption, let the old one work until the new one is deployed.",
        "Do not store secrets in `metadata`. Values that look like one of our API keys are rejected.",
        "A key that you enter on this page stays in the page's memory until you close it.",
      ],
    },
  ],
});
