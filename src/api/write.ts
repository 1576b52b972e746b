import * as z from "zod";
import type { OrganizationActor } from "../access/actor.ts";
import { type IdempotentWrite, idempotencyRequest, type WriteResult } from "../idempotency/claim.ts";
import type { RowResult } from "../idempotency/row-claims.ts";

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
export async function write<T extends object>(
  request: IdempotentRequest,
  method: string,
  verb: (idempotency: IdempotentWrite<T> | null) => Promise<WriteResult<T>>,
  present: (made: T) => WriteAnswer,
): Promise<Response> {
  const { idempotency, answerOf } = await prepare(request, method, present);
  const result = await verb(idempotency);
  return result.kind === "made"
    ? response(answerOf(result.value), false)
    : response(storedAnswer.parse(JSON.parse(result.receipt)), true);
}

/** What one row of a request with several rows is answered. */
export interface RowAnswer {
  status: number;
  /** JSON. */
  body: string;
}

/** The same for a verb that writes several rows. A refused row is answered as `refused` shows its error. */
export async function writeRows<T extends object>(
  request: IdempotentRequest,
  method: string,
  verb: (idempotency: IdempotentWrite<T> | null) => Promise<RowResult<T>[]>,
  present: (made: T) => WriteAnswer,
  refused: (error: unknown, index: number) => RowAnswer,
): Promise<Response> {
  const { idempotency, answerOf } = await prepare(request, method, present);
  const results = await verb(idempotency);
  const answers = results.map((result, index): RowAnswer => {
    if (result.kind === "made") return answerOf(result.value);
    return result.kind === "refused"
      ? refused(result.error, index)
      : storedAnswer.parse(JSON.parse(result.receipt));
  });
  const replays = results.some(({ kind }) => kind === "replayed");
  return rowsResponse(answers, replays && results.every(({ kind }) => kind !== "made"));
}

/** The answer of a request with several rows, in order. `replayed`: all that was made was made by earlier requests. */
export function rowsResponse(rows: readonly RowAnswer[], replayed = false): Response {
  const data = rows.map(({ status, body }) => `{"status":${status},"body":${body}}`);
  return response({ status: 200, body: `{"data":[${data.join(",")}]}`, location: null }, replayed);
}

/** What a verb gets for the Idempotency-Key, and the answers for what it makes, each computed once. */
async function prepare<T extends object>(
  { head, actor, path, json }: IdempotentRequest,
  method: string,
  present: (made: T) => WriteAnswer,
) {
  const key = head.header["idempotency-key"];
  const request = key && (await idempotencyRequest(actor.organizationId, method, path, key, json));
  const answers = new WeakMap<T, WriteAnswer>();
  const answerOf = (made: T): WriteAnswer => {
    const answer = answers.get(made) ?? present(made);
    answers.set(made, answer);
    return answer;
  };
  const idempotency = request ? { ...request, receipt: (made: T) => JSON.stringify(answerOf(made)) } : null;
  return { idempotency, answerOf };
}

function response(answer: z.infer<typeof storedAnswer> | WriteAnswer, replayed: boolean): Response {
  const headers = new Headers({ "Content-Type": "application/json" });
  if (answer.location !== null) headers.set("Location", answer.location);
  if (answer.etag !== undefined) headers.set("ETag", answer.etag);
  if (replayed) headers.set("Idempotent-Replayed", "true");
  return new Response(answer.body, { status: answer.status, headers });
}
