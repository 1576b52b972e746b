import { afterEach } from "vitest";
import { type RetryOptions, ShoppableLinks } from "../../client/src/index.ts";
import { type Scripted, scriptedServer } from "./server.ts";

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

/** A client of a server that gives these answers in turn. */
export async function scripted(answers: Scripted[], options: RetryOptions = {}) {
  const server = await scriptedServer(answers);
  opened.push(server);
  const client = new ShoppableLinks({ key: "slk_test", baseUrl: server.baseUrl, ...options });
  return { client, received: server.received, baseUrl: server.baseUrl };
}

/** Headers of an answer that may be asked for again at once. */
export const soon = { "Retry-After": "0" };
/** The body of a refusal. */
export const refusal = (code: string) => ({
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
