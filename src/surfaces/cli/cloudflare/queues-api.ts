import * as z from "zod";
import type { Account } from "./account.ts";

export const Queue = z.looseObject({
  queue_id: z.string(),
  queue_name: z.string(),
  consumers: z
    .array(
      z.looseObject({
        type: z.string().optional(),
        script: z.string().optional(),
        script_name: z.string().optional(),
        service: z.string().optional(),
      }),
    )
    .default([]),
});
export type Queue = z.infer<typeof Queue>;

export const listQueues = ({ list }: Account): Promise<Queue[]> => list("queues", Queue);

const Metrics = z.object({
  backlog_count: z.number(),
  oldest_message_timestamp_ms: z.number().nullish(),
});

/** The number of waiting messages in a queue, and the time of the oldest. */
export async function backlogOf(
  { call }: Account,
  id: string,
): Promise<{ messages: number; oldest: string | null }> {
  const { backlog_count, oldest_message_timestamp_ms: oldest } = await call(`queues/${id}/metrics`, Metrics);
  return { messages: backlog_count, oldest: oldest ? new Date(oldest).toISOString() : null };
}

const Pulled = z.object({
  messages: z.array(z.object({ body: z.unknown(), timestamp_ms: z.number(), lease_id: z.string() })),
});

/** A message leased from a queue. It returns unless it is acknowledged in time. */
interface Leased {
  lease: string;
  at: string;
  body: unknown;
}

/** The maximum of messages per pull. */
const MAX_PULL = 100;

/**
 * Leases up to 100 messages from a queue for `milliseconds`. Adds a pull consumer to the queue if necessary; messages survive
 * 100 pulls.
 */
export async function pullMessages(
  { call }: Account,
  { queue_id, consumers }: Queue,
  milliseconds: number,
): Promise<Leased[]> {
  if (!consumers.some(({ type }) => type === "http_pull")) {
    const consumer = { type: "http_pull", settings: { max_retries: 100 } };
    await call(`queues/${queue_id}/consumers`, z.unknown(), consumer);
  }
  const { messages } = await call(`queues/${queue_id}/messages/pull`, Pulled, {
    batch_size: MAX_PULL,
    visibility_timeout_ms: milliseconds,
  });
  return messages.map(({ lease_id, timestamp_ms, body }) => ({
    lease: lease_id,
    at: new Date(timestamp_ms).toISOString(),
    body: decoded(body),
  }));
}

/** JSON messages arrive as base64. */
function decoded(body: unknown): unknown {
  if (typeof body !== "string") return body;
  for (const text of [Buffer.from(body, "base64").toString("utf8"), body]) {
    try {
      return JSON.parse(text);
    } catch {
      // Not JSON.
    }
  }
  return body;
}

/** Puts a message into a queue, like the Worker. */
export const sendMessage = ({ call }: Account, id: string, body: unknown): Promise<unknown> =>
  call(`queues/${id}/messages`, z.unknown(), { body, content_type: "json" });

/** Removes a message from a queue. */
export const acknowledge = ({ call }: Account, id: string, lease: string): Promise<unknown> =>
  call(`queues/${id}/messages/ack`, z.unknown(), { acks: [{ lease_id: lease }] });
