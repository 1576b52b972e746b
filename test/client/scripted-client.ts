import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach } from "vitest";
import { type RetryOptions, ShoppableLinks } from "../../client/src/index.ts";

/** A received request. */
interface Received {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A response, or `"hang up"` to close the connection without one. */
type Scripted = { status: number; headers?: Record<string, string>; body?: unknown } | "hang up" | "never";

/** A local server that sends these responses in order and records the requests. */
async function scriptedServer(answers: Scripted[]) {
  const received: Received[] = [];
  const open: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    const answer = answers[received.length];
    received.push({
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: await text(request),
    });
    if (answer === "never") open.push(response);
    else if (answer === "hang up" || answer === undefined) request.socket.destroy();
    else {
      response.writeHead(answer.status, { "Content-Type": "application/json", ...answer.headers });
      response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A TCP server has an address object.
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

/** A client of a server that sends these responses in order. */
export async function scripted(answers: Scripted[], options: RetryOptions = {}) {
  const server = await scriptedServer(answers);
  opened.push(server);
  const client = new ShoppableLinks({ key: "slk_test", baseUrl: server.baseUrl, ...options });
  return { client, received: server.received, baseUrl: server.baseUrl };
}

/** Headers of a response that allows an immediate retry. */
export const soon = { "Retry-After": "0" };
/** The body of an error. */
export const errorBody = (code: string) => ({
  error: { code, message: "No.", correlationId: "correlation-1" },
});
/** A link to create. */
export const link = {
  projectId: "demo",
  name: "A",
  retailer: "custom",
  intent: "custom_url",
  customUrl: "https://example.com/",
} as const;
