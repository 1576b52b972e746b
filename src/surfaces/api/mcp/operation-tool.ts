import type { ImageContent, TextContent, ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import { sha256Hex } from "../../../ground/core/digest.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { canonicalJson } from "../../../ground/core/json.ts";
import { WITHOUT_NUL } from "../../../ground/core/text.ts";
import type { OperationScope } from "../../../ground/core/vocabulary.ts";
import type { Json } from "../openapi/openapi-schemas.ts";
import type { MountedOperation, OperationCall } from "../operation.ts";

/** The caller and the dependencies of a tool call. */
export type ToolContext = Parameters<MountedOperation["perform"]>[1];

/** The arguments of a call, before validation. */
type ToolArguments = Readonly<Record<string, unknown>>;

/** The result of a tool: content for the model and, if it is JSON, the same as an object. */
interface ToolResult {
  content: (TextContent | ImageContent)[];
  structuredContent?: Record<string, unknown>;
}

/** A tool of the MCP server. */
export interface McpTool {
  name: string;
  title: string;
  /** For the model: when to use the tool and what it returns. */
  description: string;
  scope: OperationScope | null;
  /** JSON Schema of the arguments: an object, because several clients reject alternatives at its root. */
  inputSchema: Json;
  annotations: ToolAnnotations;
  /** Throws a `ServiceError` if the service rejects the call. */
  call(args: ToolArguments, context: ToolContext): Promise<ToolResult>;
}

/** A JSON object as a result. */
export const jsonResult = (content: Record<string, unknown>): ToolResult => ({
  content: [{ type: "text", text: JSON.stringify(content) }],
  structuredContent: content,
});

/**
 * JSON Schema of an input, without `$schema`. It omits patterns that only repeat a format or forbid NUL: they would be a
 * third of the size of all tools.
 */
export function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override({ jsonSchema }) {
      if (jsonSchema.format !== undefined || jsonSchema.pattern === WITHOUT_NUL) delete jsonSchema.pattern;
    },
  });
  return written;
}

export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
/** A tool that creates something; repeated with the same arguments, it creates nothing. */
export const CREATES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** A tool that changes what shoppers see. */
export const CHANGES: ToolAnnotations = { ...CREATES, destructiveHint: true };

/** The argument for the body of the operation. The schema is for the model; the operation validates. */
interface BodyArgument {
  name: string;
  schema: z.ZodType;
}

interface OperationToolDescription extends Pick<McpTool, "name" | "title" | "description" | "annotations"> {
  operation: MountedOperation;
  body?: BodyArgument;
  /** Requires the argument `revision`, which becomes If-Match. */
  requiresRevision?: true;
  /** Adds the revision of the link to the result. */
  returnsRevision?: true;
}

/** A tool that calls an operation of the API. Its arguments are path and query parameters and the body. */
export function operationTool(description: OperationToolDescription): McpTool {
  const { operation, body, requiresRevision, returnsRevision, name, title, annotations } = description;
  const { param, query } = operation.head.shape;
  const revision = z
    .string()
    .describe(
      "`revision` of the link when it was last read. If the link has changed since, nothing is written.",
    );
  const args = z.strictObject({
    ...param?.shape,
    ...query?.shape,
    ...(body && { [body.name]: body.schema }),
    ...(requiresRevision && { revision }),
  });
  return {
    name,
    title,
    description: description.description,
    annotations,
    scope: operation.scope,
    inputSchema: schemaOf(args),
    call: async (toolArguments, context) =>
      resultOf(
        await operation.perform(await callOf(description, toolArguments), context),
        returnsRevision ?? false,
      ),
  };
}

/** The call of the operation for these arguments. Throws `validation_failed` for unknown arguments. */
async function callOf(
  { operation, body, requiresRevision, name: tool }: OperationToolDescription,
  args: ToolArguments,
): Promise<OperationCall> {
  const { header, param, query } = operation.head.shape;
  const known = [
    ...Object.keys({ ...param?.shape, ...query?.shape }),
    body?.name,
    requiresRevision && "revision",
  ];
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw validationFailed(unknown.map((field) => ({ field, message: "is not a known argument" })));
  const { revision } = args;
  if (requiresRevision && typeof revision !== "string")
    throw validationFailed([{ field: "revision", message: "is required: read the link first" }]);
  return {
    header: {
      ...("idempotency-key" in header.shape && { "idempotency-key": await idempotencyKey(tool, args) }),
      ...(requiresRevision && { "if-match": String(revision) }),
    },
    param: textsOf(args, Object.keys(param?.shape ?? {})),
    query: textsOf(args, Object.keys(query?.shape ?? {})),
    json: body ? bodyOf(args[body.name], body.name) : {},
  };
}

/** A key made from the arguments, so that a model that repeats a call within 24 hours creates nothing twice. */
async function idempotencyKey(tool: string, { include: _, ...args }: ToolArguments): Promise<string> {
  return `mcp-${(await sha256Hex(canonicalJson([tool, args]))).slice(0, 60)}`;
}

/** The arguments with these names, as text for a path or query. */
const textsOf = (args: ToolArguments, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = args[name];
      if (value === undefined) return [];
      // Lists are comma-separated in a query.
      return [
        [
          name,
          Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : JSON.stringify(value),
        ],
      ];
    }),
  );

function bodyOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw validationFailed([
      { field: name, message: value === undefined ? "is required" : "must be an object" },
    ]);
  return value as Record<string, unknown>; // an object that is not an array: its keys are strings
}

/** A response of the API as a result: its JSON, with the revision of the link if requested. */
async function resultOf(response: Response, returnsRevision: boolean): Promise<ToolResult> {
  const body = await response.json<Record<string, unknown>>();
  return jsonResult({ ...body, ...(returnsRevision && { revision: response.headers.get("ETag") }) });
}
