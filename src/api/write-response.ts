import type { WriteResult } from "../idempotency/claim.ts";

/** The response of a write, the same whether it was made now or replayed but for the header that says so. */
export function writeResponse({ answer, replayed }: WriteResult): Response {
  const headers = new Headers({ "Content-Type": "application/json" });
  if (answer.location !== null) headers.set("Location", answer.location);
  if (replayed) headers.set("Idempotent-Replayed", "true");
  return new Response(answer.body, { status: answer.status, headers });
}
