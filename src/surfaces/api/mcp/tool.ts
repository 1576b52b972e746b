import type { ImageContent, TextContent, ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import { WITHOUT_NUL } from "../../../ground/core/text.ts";
import type { OperationScope } from "../../../ground/core/vocabulary.ts";
import type { Json } from "../openapi/openapi-schemas.ts";
import type { MountedOperation } from "../operation.ts";

/** The caller and the dependencies of a tool call. */
export type ToolContext = Parameters<MountedOperation["perform"]>[1];

/** The arguments of a call, before validation. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** The result of a tool: content for the model and, if it is JSON, the same as an object. */
export interface ToolResult {
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
