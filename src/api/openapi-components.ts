import * as z from "zod";
import { HEADER_NAMES } from "./request-head.ts";

/** A JSON object. */
export type Json = Record<string, unknown>;

/** The named parts of an OpenAPI document, collected while it is written. */
export interface Components {
  schemas: Json;
  /** How the document writes `schema`: as a reference if it has a name (`meta.id`), else in full. */
  schemaOf(schema: z.ZodType): Json;
  /** The header, path and query parameters of a request's head. */
  parametersOf(head: Head): Json[];
}

type Head = z.ZodObject<Record<string, z.ZodObject<Record<string, z.ZodType>>>>;

/**
 * Zod writes JSON Schema 2020-12, which OpenAPI 3.1 uses, with named schemas below `$defs`. They are moved to
 * `components.schemas`, which the whole document shares. All schemas are written as callers may send them; those of
 * our answers differ only in that fields with a default are always present.
 */
export function newComponents(): Components {
  const schemas: Json = {};
  const schemaOf = (schema: z.ZodType): Json => {
    const written = JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", override }));
    const {
      $schema: _,
      $defs,
      ...rest
    } = JSON.parse(written.replaceAll('"#/$defs/', '"#/components/schemas/'));
    Object.assign(schemas, $defs);
    return rest;
  };
  const parametersOf = (head: Head): Json[] =>
    Object.entries(head.shape).flatMap(([target, { shape }]) =>
      // In OpenAPI the media types of an answer define Accept; a parameter of that name is ignored.
      Object.entries(shape)
        .filter(([name]) => name !== "accept")
        .map(([name, schema]) => {
          const place = target === "param" ? "path" : target;
          const { description, ...rest } = schemaOf(schema);
          return {
            name: (place === "header" && HEADER_NAMES[name]) || name,
            in: place,
            required: place === "path",
            ...(description !== undefined && { description }),
            schema: rest,
          };
        }),
    );
  return { schemas, schemaOf, parametersOf };
}

/** A schema, and what Zod wrote for it. */
interface Written {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/**
 * Drops patterns that add nothing to the type or format: Zod's pattern for a time is 300 characters long. Puts back the
 * defaults that Zod leaves out where a text is turned into a number, as both are written alike in a query.
 */
function override({ zodSchema, jsonSchema }: Written): void {
  if (zodSchema instanceof z.ZodDefault) jsonSchema.default ??= zodSchema.def.defaultValue;
  if (jsonSchema.format === "date-time" || jsonSchema.type === "integer") delete jsonSchema.pattern;
}
