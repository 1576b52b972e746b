import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { hasScope } from "../../access/actor.ts";
import { ServiceError } from "../../core/errors.ts";
import { VERSION } from "../../core/version.ts";
import { SERVICE_NAME } from "../../core/vocabulary.ts";
import { describeError, errorForLog } from "../../http/error-response.ts";
import type { ToolContext } from "./tool.ts";
import { TOOLS } from "./tools.ts";

const INSTRUCTIONS = `Creates and explains shoppable short links and QR codes. describe_link tells the fields of a link.
Preview a link before you create it and tell the person its warnings. A printed code cannot be recalled: links are never deleted,
and a change of a link changes what everybody meets who scans its codes. So ask before update_link. All times are UTC.`;

/** The most that the results of one request may have together, in characters of JSON. */
const MAX_RESULTS = 4 * 1024 * 1024;

/**
 * Answers one request of an MCP client, in whichever version of the protocol it speaks. Nothing is kept between requests.
 * `body` is the request's JSON: of older clients, up to a hundred messages.
 */
export function serveMcp(request: Request, body: unknown, context: ToolContext): Promise<Response> {
  const withinRequest = resultsOfOneRequest();
  const handler = createMcpHandler(() => serverFor(context, withinRequest), {
    responseMode: "json",
    // Refused requests are in the log already, with their status.
    onerror: () => {},
  });
  return handler.fetch(request, { parsedBody: body });
}

/**
 * Makes the results of a request's messages one after the other, so that no more of them are in memory than may be
 * answered. Throws `payload_too_large` for one that exceeds what is left.
 */
function resultsOfOneRequest() {
  let left = MAX_RESULTS;
  let last: Promise<unknown> = Promise.resolve();
  return <T>(make: () => T | Promise<T>): Promise<T> => {
    const result = last.then(async () => {
      const made = await make();
      const size = JSON.stringify(made).length;
      if (size > left)
        throw new ServiceError(
          "payload_too_large",
          `The results of one request have at most ${MAX_RESULTS} characters: ask for less at a time.`,
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
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${params.name} for this key.`,
      );
    try {
      const result = await withinRequest(() => tool.call(params.arguments ?? {}, context));
      return server.projectCallToolResult({ ...result }, undefined);
    } catch (error) {
      return refused(error, context);
    }
  });
  return server;
}

/** What the service refused, as the API says it, so that the model can correct its call. */
function refused(error: unknown, { correlationId, dependencies }: ToolContext): CallToolResult {
  const { status, body } = describeError(error, correlationId);
  if (status >= 500) dependencies.log("error", "mcp", { correlationId, status, cause: errorForLog(error) });
  return { isError: true, content: [{ type: "text", text: JSON.stringify(body) }] };
}
