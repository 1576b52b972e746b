import * as z from "zod";
import type { OrganizationActor } from "../../features/access/actor.ts";
import {
  type IdempotentWrite,
  idempotencyRequest,
  type RowResult,
  type WriteResult,
} from "../../features/writes/claim.ts";
import { linkEtag } from "./entity-tags.ts";
import { INCLUDE_ALL, type Include, narrowed } from "./include.ts";

export interface WriteResponse {
  status: 200 | 201;
  data: object;
  location?: string;
  /** The link's revision, for its ETag. */
  revision?: number;
}

/** Presents the result of a verb. Without `include` in the operation's query, the second argument has no effect. */
type Present<T> = (made: T, include: Include) => WriteResponse;

/** The receipt that a claim stores for the API: the response with all that `include` can add. */
const storedResponse = z.object({
  status: z.literal([200, 201]),
  data: z.record(z.string(), z.unknown()),
  location: z.string().optional(),
  revision: z.number().optional(),
});

/** The parts of a request that decide whether it is a retry: organization, path, Idempotency-Key and body. */
interface IdempotentRequest {
  actor: OrganizationActor;
  head: {
    header: { "idempotency-key"?: string | undefined };
    query?: { include?: Include };
  };
  path: string;
  json: Record<string, unknown>;
}

/** Runs a verb that writes. Returns its presented result, or the response of an earlier request with the same key and body. */
export async function write<T>(
  request: IdempotentRequest,
  method: string,
  verb: (idempotency: IdempotentWrite<T> | null) => Promise<WriteResult<T>>,
  present: Present<T>,
): Promise<Response> {
  const include = request.head.query?.include;
  const result = await verb(await idempotentWrite(request, method, present));
  return result.kind === "made"
    ? response(present(result.value, include ?? INCLUDE_ALL), false)
    : response(replayed(result.receipt, include), true);
}

/** The response to one row of a bulk request. */
export interface RowResponse {
  status: number;
  body: object;
}

/** The same for a verb that writes several rows. `rejected` presents the error of a rejected row. */
export async function writeRows<T>(
  request: IdempotentRequest,
  method: string,
  verb: (idempotency: IdempotentWrite<T> | null) => Promise<RowResult<T>[]>,
  present: Present<T>,
  rejected: (error: unknown, index: number) => RowResponse,
): Promise<Response> {
  const include = request.head.query?.include;
  const results = await verb(await idempotentWrite(request, method, present));
  const responses = results.map((result, index): RowResponse => {
    if (result.kind === "rejected") return rejected(result.error, index);
    const { status, data } =
      result.kind === "made"
        ? present(result.value, include ?? INCLUDE_ALL)
        : replayed(result.receipt, include);
    return { status, body: { data } };
  });
  const replays = results.some(({ kind }) => kind === "replayed");
  return rowsResponse(responses, replays && results.every(({ kind }) => kind !== "made"));
}

/** The response of a bulk request. `isReplay`: earlier requests created all of its objects. */
export const rowsResponse = (rows: readonly RowResponse[], isReplay = false): Response =>
  response({ status: 200, data: rows }, isReplay);

/** The verb's input for the Idempotency-Key; null without one. */
async function idempotentWrite<T>(
  { head, actor, path, json }: IdempotentRequest,
  method: string,
  present: Present<T>,
): Promise<IdempotentWrite<T> | null> {
  const key = head.header["idempotency-key"];
  if (!key) return null;
  const request = await idempotencyRequest(actor.organizationId, method, path, key, json);
  return { ...request, receipt: (made) => JSON.stringify(present(made, INCLUDE_ALL)) };
}

/** The stored response, with the properties that the retry includes. */
function replayed(receipt: string, include: Include | undefined): WriteResponse {
  const { status, data, location, revision } = storedResponse.parse(JSON.parse(receipt));
  return {
    status,
    data: include ? narrowed(data, include) : data,
    ...(location !== undefined && { location }),
    ...(revision !== undefined && { revision }),
  };
}

function response({ status, data, location, revision }: WriteResponse, isReplay: boolean): Response {
  const body = JSON.stringify({ data });
  const headers = new Headers({ "Content-Type": "application/json" });
  if (location !== undefined) headers.set("Location", location);
  if (revision !== undefined) headers.set("ETag", linkEtag(revision, body));
  if (isReplay) headers.set("Idempotent-Replayed", "true");
  return new Response(body, { status, headers });
}
