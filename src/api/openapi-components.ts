import * as z from "zod";
import { HEADER_NAMES } from "./request-head.ts";

export type Json = Record<string, unknown>;

/** The named parts of an OpenAPI document, collected while it is written. */
export interface Components {
  schemas: Json;
  /** What stands for `schema` in the document: a reference where it has a name (`meta.id`), else itself. */
  schemaOf(schema: z.ZodType): Json;
  /** The parameters that a request's head is made of, by place and name. */
  parametersOf(head: Head): Json[];
}

type Head = z.ZodObject<Record<string, z.ZodObject<Record<string, z.ZodType>>>>;

/**
 * Zod writes JSON Schema 2020-12, which is what OpenAPI 3.1 takes, with named parts below `$defs`. Here they
 * move to the one place that the whole document shares. All are written as callers may send them: what we
 * answer with is the same but for defaults, which are always there then.
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
      // OpenAPI says by an answer's media types what Accept may be, and ignores a parameter of that name.
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

/** Drops patterns where type or format says it all: zod's of a time is 300 characters long. */
function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format === "date-time" || jsonSchema.type === "integer") delete jsonSchema.pattern;
}
