import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { hasScope } from "../../access/actor.ts";
import { VERSION } from "../../core/version.ts";
import { SERVICE_NAME } from "../../core/vocabulary.ts";
import { errorAnswer, errorForLog } from "../errors.ts";
import { MAX_BODY_BYTES } from "../json-body.ts";
import type { ToolContext } from "./tool.ts";
import { TOOLS } from "./tools.ts";

const INSTRUCTIONS = `Creates and explains shoppable short links and QR codes. Preview a link before you create it and tell the person
its warnings. A printed code cannot be recalled: links are never deleted, and a change of a link changes what everybody
meets who scans its codes. So ask before update_link. All times are UTC.`;

/**
 * Answers one request of an MCP client, in whichever version of the protocol it speaks. Nothing is kept between requests.
 * Older clients send up to a hundred calls in one request, which was counted for the first of them: `countCall` counts
 * another one, and throws `rate_limited`.
 */
export function serveMcp(
  request: Request,
  context: ToolContext,
  countCall: () => Promise<void>,
): Promise<Response> {
  let calls = 0;
  const admit = async () => {
    calls++;
    if (calls > 1) await countCall();
  };
  const handler = createMcpHandler(() => serverFor(context, admit), {
    responseMode: "json",
    maxRequestBodySize: MAX_BODY_BYTES,
    // Refused requests are in the log already, with their status.
    onerror: () => {},
  });
  return handler.fetch(request);
}

function serverFor(context: ToolContext, admit: () => Promise<void>): Server {
  const { actor } = context;
  const tools = TOOLS.filter(({ scope }) => scope === null || hasScope(actor, scope));
  const info = { name: SERVICE_NAME, title: "Shoppable Links", version: VERSION };
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler("tools/list", () => ({
    tools: tools.map(({ name, title, description, inputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema: { ...inputSchema, type: "object" as const },
      annotations,
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${params.name} for this key.`,
      );
    try {
      await admit();
      const result = await tool.call(params.arguments ?? {}, context);
      return server.projectCallToolResult({ ...result }, undefined);
    } catch (error) {
      return refused(error, context);
    }
  });
  return server;
}

/** What the service refused, as the API says it, so that the model can correct its call. */
function refused(error: unknown, { correlationId, dependencies }: ToolContext): CallToolResult {
  const { status, body } = errorAnswer(error, correlationId);
  if (status >= 500) dependencies.log("error", "mcp", { correlationId, status, cause: errorForLog(error) });
  return { isError: true, content: [{ type: "text", text: JSON.stringify(body) }] };
}
