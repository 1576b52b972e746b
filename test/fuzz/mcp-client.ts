import { expect } from "vitest";
import type { Json } from "../requests.ts";
import type { RunningService } from "../service.ts";

/** The newest version of the protocol that the server supports. */
export const NEW = "2026-07-28";
/** The versions of clients; undefined for a client without a version. */
export const VERSIONS = [NEW, "2025-11-25", undefined];

/** The endpoint's response. */
export interface McpReply {
  status: number;
  /** The message, also from an event; undefined without a message. */
  message: Json;
}

/** Requests to the MCP endpoint of `service`, with this key. */
export function mcpClient(service: RunningService, key: string) {
  /** Posts a text to the endpoint like a client of this version. */
  async function say(body: string, headers: Record<string, string> = {}): Promise<McpReply> {
    const response = await service.fetch("/mcp", {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "X-Service-API-Key": key,
        ...headers,
      },
    });
    const text = await response.text();
    expect(response.status, text.slice(0, 300)).toBeLessThan(500);
    expect(response.headers.get("X-Correlation-ID")).toMatch(/^.{8,128}$/);
    const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
    return { status: response.status, message: data === "" ? undefined : JSON.parse(data) };
  }

  /** Sends a JSON-RPC request in a version of the protocol; its response has the form of JSON-RPC responses. */
  async function request(version: string | undefined, method: string, params: Json): Promise<McpReply> {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": NEW,
      "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const headers = {
      ...(version !== undefined && { "MCP-Protocol-Version": version }),
      ...(version === NEW && {
        "MCP-Method": method,
        ...(params.name !== undefined && { "MCP-Name": params.name }),
      }),
    };
    const sent = version === NEW ? { ...params, _meta: meta } : params;
    const reply = await say(JSON.stringify({ jsonrpc: "2.0", id: 7, method, params: sent }), headers);
    expect(reply.message).toMatchObject({ jsonrpc: "2.0", id: 7 });
    expect(["result" in reply.message, "error" in reply.message].filter(Boolean)).toHaveLength(1);
    return reply;
  }

  return { say, request };
}
