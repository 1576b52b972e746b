import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What a request brought. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** What to answer: a response, or `"hang up"` to close the connection without one. */
export type Scripted =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | "hang up"
  | "never";

/** A server on loopback that gives these answers in turn, and tells what it received. */
export async function scriptedServer(answers: Scripted[]) {
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
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
