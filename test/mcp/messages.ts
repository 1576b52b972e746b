import type { Json } from "../requests.ts";
import type { IssuedKey, RunningService } from "../service.ts";

/** Posts a text to the MCP endpoint as clients do that speak a version of 2025. Gives the messages of the answer, too. */
export async function postMessages(service: RunningService, { key }: IssuedKey, body: string) {
  const response = await service.fetch("/mcp", {
    method: "POST",
    headers: {
      "X-Service-API-Key": key,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body,
  });
  const text = await response.text();
  const events = Array.from(text.matchAll(/^data: (.*)$/gm), ([, data = ""]): Json => JSON.parse(data));
  const messages: Json[] = text.startsWith("{") ? [JSON.parse(text)] : events;
  return { status: response.status, text, messages };
}

/** So many equal messages in one request, told apart by their ids. */
export const batchOf = (count: number, method: string, params: object = {}): string =>
  JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method, params })));
