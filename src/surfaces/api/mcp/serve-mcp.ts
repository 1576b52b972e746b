import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { hasScope } from "../../../features/access/actor.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { VERSION } from "../../../ground/core/version.ts";
import { SERVICE_NAME } from "../../../ground/core/vocabulary.ts";
import { describeError, errorForLog } from "../../http/error-response.ts";
import type { ToolContext } from "./operation-tool.ts";
import { TOOLS } from "./tools.ts";

const INSTRUCTIONS = `Creates and explains shoppable short links and QR codes. describe_link returns the fields of a link.
Preview a link before you create it, and show its warnings to the user. Printed codes can't be recalled: links are never deleted,
and changing a link affects everyone who scans its codes, so ask before update_link. All times are UTC.`;

/** The maximum size of all results of one request, in characters of JSON. */
const MAX_RESULT_LENGTH = 4 * 1024 * 1024;

/**
 * Handles a request from an MCP client, in any version of the protocol. The server is stateless. `body` is the request's
 * JSON; older clients send up to a hundred messages.
 */
export function serveMcp(request: Request, body: unknown, context: ToolContext): Promise<Response> {
  const withinRequest = resultsOfOneRequest();
  const handler = createMcpHandler(() => serverFor(context, withinRequest), {
    responseMode: "json",
    // Rejected requests are already in the log, with their status.
    onerror: () => {},
  });
  return handler.fetch(request, { parsedBody: body });
}

/**
 * Computes the results of a request's messages one after the other, so that memory never has more of them than the response
 * may contain. Throws `payload_too_large` beyond that.
 */
function resultsOfOneRequest() {
  let left = MAX_RESULT_LENGTH;
  let last: Promise<unknown> = Promise.resolve();
  return <T>(make: () => T | Promise<T>): Promise<T> => {
    const result = last.then(async () => {
      const made = await make();
      const size = JSON.stringify(made).length;
      if (size > left)
        throw new ServiceError(
          "payload_too_large",
          `The results of one request are limited to ${MAX_RESULT_LENGTH} characters. Request less at a time.`,
        );
      left -= size;
      return made;
    });
    last = result.catch(() => {});
    return result;
  };
}

function serverFor(context: ToolContext, withinRequest: ReturnType<typeof resultsOfOneRequest>): Server {
  const { actor } = context;
  const tools = TOOLS.filter(({ scope }) => scope === null || hasScope(actor, scope));
  const info = { name: SERVICE_NAME, title: "Shoppable Links", version: VERSION };
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler("tools/list", () =>
    withinRequest(() => ({
      tools: tools.map(({ name, title, description, inputSchema, annotations }) => ({
        name,
        title,
        description,
        inputSchema: { ...inputSchema, type: "object" as const },
        annotations,
      })),
    })),
  );
  server.setRequestHandler("tools/call", async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `This key has no tool named ${params.name}.`);
    try {
      const result = await withinRequest(() => tool.call(params.arguments ?? {}, context));
      return server.projectCallToolResult({ ...result }, undefined);
    } catch (error) {
      return errorResult(error, context);
    }
  });
  return server;
}

/** An error as the API describes it, so that the model can correct its call. */
function errorResult(error: unknown, { correlationId, dependencies }: ToolContext): CallToolResult {
  const { status, body } = describeError(error, correlationId);
  if (status >= 500) dependencies.log("error", "mcp", { correlationId, status, cause: errorForLog(error) });
  return { isError: true, content: [{ type: "text", text: JSON.stringify(body) }] };
}
