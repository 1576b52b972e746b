import * as z from "zod";
import { MAX_URL_LENGTH } from "../../core/urls.ts";
import { MAX_BODY_BYTES } from "../json-body.ts";
import { HEADER_NAMES } from "../request-head.ts";
import { documentedSchema } from "./documented-schema.ts";

/** A JSON object. */
export type Json = Record<string, unknown>;

/** Which side of the contract a schema stands on: enumerations of answers may get further values. */
export type Side = "requests" | "answers";

/** Headers, path and query of a request. */
type Head = z.ZodObject<Record<string, z.ZodObject<Record<string, z.ZodType>>>>;

/** The named schemas of an OpenAPI document, collected while it is written. */
export interface Schemas {
  /** How a request's schema is written: as a reference if it has a name (`meta.id`), else in full. */
  ofRequest(schema: z.ZodType): Json;
  /** The same for an answer's. */
  ofResponse(schema: z.ZodType): Json;
  /** The header, path and query parameters of a request's head. */
  parametersOf(head: Head): Json[];
  /** `document` with its references, and with all schemas that it refers to. */
  join(document: Json & { components: Json }): Json;
}

/**
 * Zod writes JSON Schema 2020-12, which OpenAPI 3.1 uses, with named schemas below `$defs`. They are moved to
 * `components.schemas`, which the whole document shares. A name of both sides stands for what callers send; what answers
 * have under it gets the suffix `Resource`, because defaults are filled in there.
 */
export function newSchemas(): Schemas {
  const named: Record<Side, Json> = { requests: {}, answers: {} };
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
  const answerName = (name: string): string => (name in named.requests ? `${name}Resource` : name);
  return {
    ofRequest,
    ofResponse: (schema) => write("answers", schema, MAX_BODY_BYTES),
    parametersOf: (head) =>
      parametersOf(head, (schema) => {
        const { description, ...written } = write("requests", schema, MAX_URL_LENGTH);
        const { type } = (named.requests[String(written.$ref).split("/").at(-1) ?? ""] ?? written) as Json; // a schema
        return {
          ...(description !== undefined && { description }),
          schema: written,
          // The only form of lists that parameters have here: their items with commas between them.
          ...(type === "array" && { style: "form", explode: false }),
        };
      }),
    join({ components, ...document }) {
      const answers = Object.entries(named.answers).map(([name, schema]) => [answerName(name), schema]);
      const schemas = { ...named.requests, ...Object.fromEntries(answers) };
      const text = JSON.stringify({ ...document, components: { ...components, schemas } });
      return JSON.parse(
        text.replace(/"#\/(requests|answers)\/(\w+)"/g, (_, side: Side, name: string) =>
          JSON.stringify(`#/components/schemas/${side === "answers" ? answerName(name) : name}`),
        ),
      );
    },
  };
}

function parametersOf(head: Head, written: (schema: z.ZodType) => Json): Json[] {
  return Object.entries(head.shape).flatMap(([target, { shape }]) =>
    // In OpenAPI the media types of an answer define Accept; a parameter of that name is ignored.
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

/** A schema, and what Zod wrote for it. */
interface Written {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Puts back the defaults that Zod leaves out where a text is turned into a number: both are written alike in a query. */
function override({ zodSchema, jsonSchema }: Written): void {
  if (zodSchema instanceof z.ZodDefault) jsonSchema.default ??= zodSchema.def.defaultValue;
}
