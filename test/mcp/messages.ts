import type { Json } from "../requests.ts";
import type { IssuedKey, RunningService } from "../service.ts";

/** Posts a body to the MCP endpoint like clients of a 2025 version. Returns the messages of the response, too. */
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

/** Identical messages in one request, with different ids. */
export const batchOf = (count: number, method: string, params: object = {}): string =>
  JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method, params })));
