import { randomUUID } from "node:crypto";
import * as z from "zod";
import { newId, now, type Routes, refuse } from "./answers.ts";

interface Message {
  id: string;
  body: unknown;
  attempts: number;
  timestamp_ms: number;
}

export interface Consumer {
  consumer_id: string;
  type: string;
  script?: string;
  dead_letter_queue?: string;
}

export interface Queue {
  queue_id: string;
  queue_name: string;
  consumers: Consumer[];
  messages: Message[];
  /** Pulled and unacknowledged messages, by lease. */
  leased: Map<string, Message>;
}

const QUEUES = "/accounts/:account/queues";
const Named = z.object({ queue_name: z.string() });
const NewConsumer = z.looseObject({
  type: z.string().default("worker"),
  script_name: z.string().optional(),
  dead_letter_queue: z.string().optional(),
});
const Push = z.object({ body: z.unknown() });
const Pull = z.object({
  batch_size: z.number().max(100).default(10),
  visibility_timeout_ms: z.number().optional(),
});
const Acks = z.object({ acks: z.array(z.object({ lease_id: z.string() })).default([]) });

export const newQueue = (queue_name: string): Queue => ({
  queue_id: newId(),
  queue_name,
  consumers: [],
  messages: [],
  leased: new Map(),
});

export const newMessage = (body: unknown): Message => ({
  id: randomUUID(),
  body,
  attempts: 1,
  timestamp_ms: Date.now(),
});

/** Ends the leases of pulled messages. */
export function endLeases({ messages, leased }: Queue): void {
  messages.push(...leased.values());
  leased.clear();
}

/** Queues with HTTP pull, acknowledgement and send. */
export function queueRoutes(queues: Map<string, Queue>): Routes {
  const found = (id = ""): Queue =>
    [...queues.values()].find(({ queue_id }) => queue_id === id) ?? refuse(404, 11000, "queue not found");
  const create = (name: string): Queue => {
    if (queues.has(name)) refuse(409, 11009, `Queue name '${name}' is already taken`);
    const queue = newQueue(name);
    queues.set(name, queue);
    return queue;
  };
  const shown = ({ queue_id, queue_name, consumers }: Queue) => ({
    queue_id,
    queue_name,
    created_on: now(),
    modified_on: now(),
    producers: [],
    consumers,
    settings: {},
  });
  return {
    [`GET ${QUEUES}`]: ({ query }) =>
      [...queues.values()]
        .filter(({ queue_name }) => !query.has("name") || query.getAll("name").includes(queue_name))
        .map(shown),
    [`POST ${QUEUES}`]: ({ json }) => shown(create(Named.parse(json).queue_name)),
    [`GET ${QUEUES}/:id`]: ({ at }) => shown(found(at.id)),
    [`GET ${QUEUES}/:id/metrics`]: ({ at }) => ({
      backlog_count: found(at.id).messages.length + found(at.id).leased.size,
      backlog_bytes: 0,
      oldest_message_timestamp_ms: found(at.id).messages[0]?.timestamp_ms ?? 0,
    }),
    [`GET ${QUEUES}/:id/consumers`]: ({ at }) => found(at.id).consumers,
    [`POST ${QUEUES}/:id/consumers`]: ({ at, json }) => {
      const { script_name, type, dead_letter_queue } = NewConsumer.parse(json);
      const queue = found(at.id);
      if (queue.consumers.length > 0) refuse(400, 11004, "the queue has a consumer already");
      // "If there is no queue with the specified name, it will be created automatically."
      if (dead_letter_queue !== undefined && !queues.has(dead_letter_queue)) create(dead_letter_queue);
      const consumer = {
        consumer_id: newId(),
        type,
        ...(script_name !== undefined && { script: script_name }),
        ...(dead_letter_queue !== undefined && { dead_letter_queue }),
      };
      queue.consumers.push(consumer);
      return consumer;
    },
    [`PUT ${QUEUES}/:id/consumers/:consumer`]: ({ json }) => json,
    [`POST ${QUEUES}/:id/messages`]: ({ at, json }) => {
      found(at.id).messages.push(newMessage(Push.parse(json).body));
      return null;
    },
    [`POST ${QUEUES}/:id/messages/pull`]: ({ at, json }) => {
      const queue = found(at.id);
      if (!queue.consumers.some(({ type }) => type === "http_pull"))
        refuse(405, 11018, "the queue has no pull consumer");
      const pulled = queue.messages.splice(0, Pull.parse(json).batch_size);
      const messages = pulled.map((message) => {
        const lease_id = newId();
        queue.leased.set(lease_id, message);
        // Cloudflare encodes JSON messages as base64.
        const body = Buffer.from(JSON.stringify(message.body)).toString("base64");
        return { ...message, body, lease_id, metadata: { "CF-Content-Type": "json" } };
      });
      return { message_backlog_count: queue.messages.length, messages };
    },
    [`POST ${QUEUES}/:id/messages/ack`]: ({ at, json }) => {
      const { acks } = Acks.parse(json);
      for (const { lease_id } of acks) found(at.id).leased.delete(lease_id);
      return { ackCount: acks.length, retryCount: 0, warnings: [] };
    },
  };
}
