import * as z from "zod";
import type { OrganizationActor } from "../access/actor.ts";
import { type IdempotentWrite, idempotencyRequest, type WriteResult } from "../idempotency/claim.ts";

/** The answer of a write, without the headers that every answer has. */
export interface WriteAnswer {
  status: 200 | 201;
  /** JSON. */
  body: string;
  location: string | null;
  /** Absent: the answer has no ETag. */
  etag?: string;
}

/** The receipt that a claim keeps for the API: the answer as it was sent. */
const storedAnswer = z.object({
  status: z.number(),
  body: z.string(),
  location: z.string().nullable(),
  etag: z.string().optional(),
});

/** What decides whether a request is a repeat: the caller, the path, the Idempotency-Key and the body. */
interface IdempotentRequest {
  actor: OrganizationActor;
  head: { header: { "idempotency-key"?: string | undefined } };
  path: string;
  json: Record<string, unknown>;
}

/**
 * Runs a verb that writes and returns the answer: what the verb made, as `present` shows it, or the answer of an
 * earlier request with the same Idempotency-Key and body.
 */
export async function write<T>(
  { head, actor, path, json }: IdempotentRequest,
  method: string,
  verb: (idempotency: IdempotentWrite<T> | null) => Promise<WriteResult<T>>,
  present: (made: T) => WriteAnswer,
): Promise<Response> {
  const key = head.header["idempotency-key"];
  const request = key && (await idempotencyRequest(actor.organizationId, method, path, key, json));
  let latest: { made: T; answer: WriteAnswer } | undefined;
  const answerOf = (made: T): WriteAnswer => {
    if (latest?.made !== made) latest = { made, answer: present(made) };
    return latest.answer;
  };
  const idempotency = request ? { ...request, receipt: (made: T) => JSON.stringify(answerOf(made)) } : null;
  const result = await verb(idempotency);
  return result.kind === "made"
    ? response(answerOf(result.value), false)
    : response(storedAnswer.parse(JSON.parse(result.receipt)), true);
}

function response(answer: z.infer<typeof storedAnswer> | WriteAnswer, replayed: boolean): Response {
  const headers = new Headers({ "Content-Type": "application/json" });
  if (answer.location !== null) headers.set("Location", answer.location);
  if (answer.etag !== undefined) headers.set("ETag", answer.etag);
  if (replayed) headers.set("Idempotent-Replayed", "true");
  return new Response(answer.body, { status: answer.status, headers });
}
