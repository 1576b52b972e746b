import type { ImageContent, TextContent, ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import { WITHOUT_NUL } from "../../core/text.ts";
import type { OperationScope } from "../../core/vocabulary.ts";
import type { Json } from "../openapi/openapi-schemas.ts";
import type { MountedOperation } from "../operation.ts";

/** Who calls a tool, and what the operations stand on. */
export type ToolContext = Parameters<MountedOperation["perform"]>[1];

/** The arguments of a call, which are not validated yet. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** What a tool gives: content for the model, and the same as an object where it is one. */
export interface ToolResult {
  content: (TextContent | ImageContent)[];
  structuredContent?: Record<string, unknown>;
}

/** One tool of the MCP server. */
export interface McpTool {
  name: string;
  title: string;
  /** For the model: when to use it, and what it gives. */
  description: string;
  /** A key without it is not shown the tool; null: every key is. */
  scope: OperationScope | null;
  /** JSON Schema of the arguments: an object, as several clients refuse alternatives at its root. */
  inputSchema: Json;
  annotations: ToolAnnotations;
  /** Throws a `ServiceError` for what the service refuses. */
  call(args: ToolArguments, context: ToolContext): Promise<ToolResult>;
}

/** A JSON object as a result. */
export const jsonResult = (content: Record<string, unknown>): ToolResult => ({
  content: [{ type: "text", text: JSON.stringify(content) }],
  structuredContent: content,
});

/**
 * JSON Schema of what is sent, without the name of the dialect. Patterns are left out where a format says the same, and
 * where they forbid NUL alone: they would be a third of all tools.
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

/** A tool that looks and changes nothing. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
/** A tool that makes something new; the same arguments again make nothing. */
export const CREATES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** A tool that changes what shoppers meet. */
export const CHANGES: ToolAnnotations = { ...CREATES, destructiveHint: true };
