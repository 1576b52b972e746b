import type { IncomingMessage, ServerResponse } from "node:http";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, expect } from "vitest";
import { startServer } from "../platform/local-server.ts";
import { type Json, post } from "../requests.ts";
import type { IssuedKey, RunningService } from "../service.ts";

/** What a receiver does with a request, in place of 204. */
export type Behavior = (response: ServerResponse, request: IncomingMessage) => unknown;

/** A message that was verified with the package of Standard Webhooks. */
export interface Message {
  id: string;
  event: Json;
  headers: Record<string, string>;
}

/** A real server that receives events, and is closed after the last test of the file. */
export interface Receiver {
  url: string;
  messages: Message[];
  /** How requests are answered from now on; with 204 after null. */
  always(behavior: Behavior | null): void;
  /** The secrets by which messages are verified: all of them must be good, where a message has so many signatures. */
  secrets: string[];
  /** Comes back once so many messages have come, with all of them. */
  until(count: number): Promise<Message[]>;
}

export async function startReceiver(): Promise<Receiver> {
  let behavior: Behavior | null = null;
  const server = await startServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    try {
      for (const secret of receiver.secrets) new Verifier(secret).verify(body, headers);
    } catch {
      return response.writeHead(401).end();
    }
    receiver.messages.push({ id: headers["webhook-id"] ?? "", event: JSON.parse(body), headers });
    if (behavior) behavior(response, request);
    else response.writeHead(204).end();
  });
  afterAll(() => server.close());
  const receiver: Receiver = {
    url: `${server.origin}/events`,
    messages: [],
    secrets: [],
    always(next) {
      behavior = next;
    },
    async until(count) {
      await expect.poll(() => receiver.messages.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
      return receiver.messages;
    },
  };
  return receiver;
}

/** A webhook as the API creates it, which then sends to `url`: the API takes no URL of this machine. */
export async function createWebhook(
  service: RunningService,
  key: IssuedKey,
  url: string,
  fields: object = {},
): Promise<{ id: string; secret: string }> {
  const answer = await post(service, "/v1/webhooks", { url: "https://receiver.example/", ...fields }, key);
  expect([answer.status, answer.text]).toEqual([201, expect.stringContaining("whsec_")]);
  const { id, secret } = answer.json.data;
  await service.env.DB.prepare("UPDATE webhooks SET url = ?1 WHERE id = ?2").bind(url, id).run();
  return { id, secret };
}
