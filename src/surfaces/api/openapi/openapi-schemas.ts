import * as z from "zod";
import { MAX_URL_LENGTH } from "../../../ground/core/urls.ts";
import { MAX_BODY_BYTES } from "../json-body.ts";
import { HEADER_NAMES } from "../request-head.ts";
import { documentedSchema } from "./documented-schema.ts";

/** A JSON object. */
export type Json = Record<string, unknown>;

/** Where a schema is used: only enumerations in responses may get new values. */
export type Side = "requests" | "responses";

/** Headers, path and query of a request. */
type Head = z.ZodObject<Record<string, z.ZodObject<Record<string, z.ZodType>>>>;

/** Collects the named schemas of an OpenAPI document while it is written. */
export interface Schemas {
  /** Writes a request schema: as a reference if it has a name (`meta.id`), else inline. */
  ofRequest(schema: z.ZodType): Json;
  ofResponse(schema: z.ZodType): Json;
  /** The header, path and query parameters of a request. */
  parametersOf(head: Head): Json[];
  /** Adds the referenced schemas to `document` and resolves its references. */
  join(document: Json & { components: Json }): Json;
}

/**
 * Zod writes JSON Schema 2020-12, as OpenAPI 3.1 does, with named schemas below `$defs`. This moves them to
 * `components.schemas`. If requests and responses share a name, the response schema gets the suffix `Resource`, because
 * defaults make the two differ.
 */
export function newSchemas(): Schemas {
  const named: Record<Side, Json> = { requests: {}, responses: {} };
  const write = (side: Side, schema: z.ZodType, maxText: number): Json => {
    const io = side === "requests" ? "input" : "output";
    const written = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: "any", override }));
    const { $schema: _, $defs, ...rest } = JSON.parse(written.replaceAll('"#/$defs/', `"#/${side}/`));
    for (const [name, definition] of Object.entries<Json>($defs ?? {})) {
      named[side][name] = documentedSchema(definition, { side, maxText, definitions: $defs });
    }
    return documentedSchema(rest, { side, maxText, definitions: $defs ?? {} });
  };
  const ofRequest = (schema: z.ZodType): Json => write("requests", schema, MAX_BODY_BYTES);
  const responseName = (name: string): string => (name in named.requests ? `${name}Resource` : name);
  return {
    ofRequest,
    ofResponse: (schema) => write("responses", schema, MAX_BODY_BYTES),
    parametersOf: (head) =>
      parametersOf(head, (schema) => {
        const { description, ...written } = write("requests", schema, MAX_URL_LENGTH);
        const { type } = (named.requests[String(written.$ref).split("/").at(-1) ?? ""] ?? written) as Json; // a schema
        return {
          ...(description !== undefined && { description }),
          schema: written,
          // All list parameters are comma-separated.
          ...(type === "array" && { style: "form", explode: false }),
        };
      }),
    join({ components, ...document }) {
      const responses = Object.entries(named.responses).map(([name, schema]) => [responseName(name), schema]);
      const schemas = { ...named.requests, ...Object.fromEntries(responses) };
      const text = JSON.stringify({ ...document, components: { ...components, schemas } });
      return JSON.parse(
        text.replace(/"#\/(requests|responses)\/(\w+)"/g, (_, side: Side, name: string) =>
          JSON.stringify(`#/components/schemas/${side === "responses" ? responseName(name) : name}`),
        ),
      );
    },
  };
}

function parametersOf(head: Head, written: (schema: z.ZodType) => Json): Json[] {
  return Object.entries(head.shape).flatMap(([target, { shape }]) =>
    // OpenAPI ignores a parameter named Accept: the media types of a response define it.
    Object.entries(shape)
      .filter(([name]) => name !== "accept")
      .map(([name, schema]) => {
        const place = target === "param" ? "path" : target;
        return {
          name: (place === "header" && HEADER_NAMES[name]) || name,
          in: place,
          required: place === "path",
          ...written(schema),
        };
      }),
  );
}

/** A schema and the JSON schema that Zod wrote for it. */
interface Written {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Restores defaults, which Zod omits for strings that are parsed into numbers. */
function override({ zodSchema, jsonSchema }: Written): void {
  if (zodSchema instanceof z.ZodDefault) jsonSchema.default ??= zodSchema.def.defaultValue;
}
