import { API_ERROR_CODES } from "../../error-messages.ts";
import { errorTable } from "../operation-sections.ts";
import type { Guide } from "./guide-context.ts";

/** Every error, with its cure. */
export const errors: Guide = () => ({
  id: "errors",
  title: "Errors",
  summary: "One form for all, a code for programs, and what to do about each.",
  blocks: [
    {
      kind: "text",
      text: "Every error has the same body. Programs decide by `code`, and bear codes that they don't know: a later version may add some. `message` is for people. `details` names every wrong field at once. Name the `correlationId` when you report a problem.",
    },
    {
      kind: "code",
      title: "An error",
      language: "json",
      text: JSON.stringify(
        {
          error: {
            code: "validation_failed",
            message: "The request is not valid. See details.",
            correlationId: "5f0c3f1e-7f0a-4f0e-9a53-0f6f8b0c2a11",
            details: [{ field: "products[0].quantity", message: "must be at most 999" }],
          },
        },
        null,
        2,
      ),
    },
    errorTable(API_ERROR_CODES),
    {
      kind: "text",
      text: "Every request may carry an `X-Correlation-ID` of 8 to 128 characters, which comes back with the answer; without it, one is made up. Keep it in your log.",
    },
  ],
});

/** Keys and what they may do. */
export const security: Guide = () => ({
  id: "security",
  title: "Keys and security",
  summary: "What a key may do, where to keep it, and what to do when it leaks.",
  blocks: [
    {
      kind: "list",
      items: [
        "Send the key in `X-Service-API-Key`. Every missing, wrong, expired or revoked key gets the same 401.",
        "A key belongs to an organization, reaches all or some of its projects, and has scopes. Give each program a key of its own, with what it needs and no more.",
        "`links:read` reads links, codes and visits; `links:write` creates, previews and changes links; `qr-codes:write` creates and changes codes. Writes need `retailers:<retailer>` too.",
        "Keys are secrets. The API answers no other site's scripts (it sends no CORS headers): call it from a server.",
        "A key that leaked is revoked in the dashboard, and refused everywhere within 10 seconds. Rotate keys there with a grace, so that the old one works until the new one is in place.",
        "`metadata` must not hold secrets. What looks like one of our keys is refused.",
        "On this page, a key that you type stays in the page's memory: it is gone when the page is closed.",
      ],
    },
  ],
});
