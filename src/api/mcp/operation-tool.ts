import * as z from "zod";
import { canonicalJson } from "../../core/canonical-json.ts";
import { sha256Hex } from "../../core/digest.ts";
import { validationFailed } from "../../core/errors.ts";
import type { MountedOperation, OperationCall } from "../operation.ts";
import { jsonResult, type McpTool, schemaOf, type ToolArguments, type ToolResult } from "./tool.ts";

/** An argument that is the body of the operation. The schema is for the model; the operation validates. */
interface BodyArgument {
  name: string;
  schema: z.ZodType;
}

interface OperationToolDescription extends Pick<McpTool, "name" | "title" | "description" | "annotations"> {
  operation: MountedOperation;
  body?: BodyArgument;
  /** The argument with the revision that a change needs, which is sent as If-Match. */
  takesRevision?: true;
  /** Whether the result names the revision of the link. */
  givesRevision?: true;
}

/** A tool that calls an operation of the API: its arguments are path and query parameters, and the body under a name. */
export function operationTool(description: OperationToolDescription): McpTool {
  const { operation, body, takesRevision, givesRevision, name, title, annotations } = description;
  const { param, query } = operation.head.shape;
  const revision = z
    .string()
    .describe(
      "`revision` of the link as it was last read. If the link has changed since, nothing is written.",
    );
  const args = z.strictObject({
    ...param?.shape,
    ...query?.shape,
    ...(body && { [body.name]: body.schema }),
    ...(takesRevision && { revision }),
  });
  return {
    name,
    title,
    description: description.description,
    annotations,
    scope: operation.scope,
    inputSchema: schemaOf(args),
    call: async (given, context) =>
      resultOf(await operation.perform(await callOf(description, given), context), givesRevision ?? false),
  };
}

/** The call of the operation that the arguments say. Throws `validation_failed` for arguments that there are not. */
async function callOf(
  { operation, body, takesRevision, name: tool }: OperationToolDescription,
  args: ToolArguments,
): Promise<OperationCall> {
  const { header, param, query } = operation.head.shape;
  const known = [
    ...Object.keys({ ...param?.shape, ...query?.shape }),
    body?.name,
    takesRevision && "revision",
  ];
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw validationFailed(unknown.map((field) => ({ field, message: "is not a known argument" })));
  const { revision } = args;
  if (takesRevision && typeof revision !== "string")
    throw validationFailed([{ field: "revision", message: "is required: read the link first" }]);
  return {
    header: {
      ...("idempotency-key" in header.shape && { "idempotency-key": await idempotencyKey(tool, args) }),
      ...(takesRevision && { "if-match": String(revision) }),
    },
    param: textsOf(args, Object.keys(param?.shape ?? {})),
    query: textsOf(args, Object.keys(query?.shape ?? {})),
    json: body ? bodyOf(args[body.name], body.name) : {},
  };
}

/**
 * The same arguments within 24 hours are the same write: a model that repeats a call makes nothing twice. What it wants to
 * be shown of the result makes no other write.
 */
async function idempotencyKey(tool: string, { include: _, ...args }: ToolArguments): Promise<string> {
  return `mcp-${(await sha256Hex(canonicalJson([tool, args]))).slice(0, 60)}`;
}

/** The arguments of these names as a query or path has them. */
const textsOf = (args: ToolArguments, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = args[name];
      if (value === undefined) return [];
      // A list stands in a query with commas between its items.
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

/** An answer of the API for a model: its JSON, where wanted with the revision of the link beside its data. */
async function resultOf(response: Response, givesRevision: boolean): Promise<ToolResult> {
  const answer = await response.json<Record<string, unknown>>();
  return jsonResult({ ...answer, ...(givesRevision && { revision: response.headers.get("ETag") }) });
}
