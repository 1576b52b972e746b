import * as z from "zod";
import { canonicalJson } from "../../core/canonical-json.ts";
import { sha256Hex } from "../../core/digest.ts";
import { validationFailed } from "../../core/errors.ts";
import type { Json } from "../openapi/openapi-schemas.ts";
import type { MountedOperation, OperationCall } from "../operation.ts";
import type { McpTool, ToolArguments, ToolResult } from "./tool.ts";

/** An argument that is the body of the operation. */
interface BodyArgument {
  name: string;
  schema: z.ZodType;
}

interface OperationToolDescription extends Pick<McpTool, "name" | "title" | "description" | "annotations"> {
  operation: MountedOperation;
  body?: BodyArgument;
  /** The argument with the revision that a change needs, which is sent as If-Match. */
  takesRevision?: true;
}

const REVISION = {
  type: "string",
  description:
    "`revision` of the link as it was last read. If the link has changed since, nothing is written.",
};

/** A tool that calls an operation of the API: its arguments are path and query parameters, and the body under a name. */
export function operationTool(description: OperationToolDescription): McpTool {
  const { operation, body, takesRevision, name, title, annotations } = description;
  const { param, query } = operation.head.shape;
  const shape = { ...param?.shape, ...query?.shape, ...(body && { [body.name]: body.schema }) };
  const written = schemaOf(z.strictObject(shape));
  const inputSchema: Json = takesRevision
    ? {
        ...written,
        properties: { ...(written.properties as Json), revision: REVISION },
        required: [...((written.required as string[] | undefined) ?? []), "revision"],
      }
    : written;
  return {
    name,
    title,
    description: description.description,
    annotations,
    scope: operation.scope,
    inputSchema,
    call: async (args, context) =>
      resultOf(await operation.perform(await callOf(description, args), context)),
  };
}

/** JSON Schema of arguments, without defaults of the answer and without the name of the dialect. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...written } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return written;
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

/** The same arguments within 24 hours are the same write: a model that repeats a call makes nothing twice. */
const idempotencyKey = async (tool: string, args: ToolArguments): Promise<string> =>
  `mcp-${(await sha256Hex(canonicalJson([tool, args]))).slice(0, 60)}`;

/** The arguments of these names as a query or path has them. */
const textsOf = (args: ToolArguments, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = args[name];
      return value === undefined ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]];
    }),
  );

function bodyOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw validationFailed([
      { field: name, message: value === undefined ? "is required" : "must be an object" },
    ]);
  return value as Record<string, unknown>; // an object that is not an array: its keys are strings
}

/** An answer of the API for a model: its JSON, with the revision of a link beside its data. */
async function resultOf(response: Response): Promise<ToolResult> {
  const answer = await response.json<Record<string, unknown>>();
  const etag = response.headers.get("ETag");
  const content = { ...answer, ...(etag !== null && { revision: etag }) };
  return { content: [{ type: "text", text: JSON.stringify(content) }], structuredContent: content };
}
