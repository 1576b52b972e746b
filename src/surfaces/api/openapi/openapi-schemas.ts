import * as z from "zod";
import { OPEN } from "../../../ground/core/resource-parts.ts";
import { MAX_URL_LENGTH } from "../../../ground/core/urls.ts";
import { MAX_BODY_BYTES } from "../json-body.ts";
import { HEADER_NAMES } from "../request-head.ts";

const MAY_GROW = "Later versions may add values.";
/** The maximum length of values that later versions may add to an open enumeration. */
const MAX_WORD = 64;
const INT32 = 2 ** 31;

interface SchemaContext {
  side: Side;
  /** The maximum length of strings without their own maximum. */
  maxText: number;
  /** The named schemas that it may reference, as Zod wrote them. */
  definitions: Json;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Completes a JSON schema from Zod for the OpenAPI document: adds bounds that follow from the size of a body and the format
 * of integers, and opens enumerations to further values.
 */
function documentedSchema(schema: Json, context: SchemaContext): Json {
  const documented = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, documentedPart(name, value, context)]),
  );
  if (documented[OPEN] === true) documented.description = `${documented.description} ${MAY_GROW}`;
  delete documented[OPEN];
  // Only free-form objects have it, which allow any name.
  delete documented.propertyNames;
  return orNull({ ...bounded(documented, context.maxText), ...opened(documented, context) });
}

/** Completes the schemas below a keyword. */
function documentedPart(name: string, value: unknown, context: SchemaContext): unknown {
  const each = (part: unknown) => (isObject(part) ? documentedSchema(part, context) : part);
  if (name === "properties" && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, each(part)]));
  if (Array.isArray(value) && /^(anyOf|oneOf|allOf)$/.test(name)) return value.map(each);
  return name === "items" || name === "additionalProperties" ? each(value) : value;
}

function bounded(schema: Json, maxText: number): Json {
  switch (schema.type) {
    case "string":
      return boundedText(schema, maxText);
    case "array":
      // The size of the body limits other lists: an item and its comma are at least two bytes.
      return schema.maxItems === undefined ? { ...schema, maxItems: maxText / 2 } : schema;
    case "integer": {
      const { pattern: _, ...rest } = schema;
      const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = rest;
      const isSmall = Number(minimum) >= -INT32 && Number(maximum) < INT32;
      return { ...rest, format: isSmall ? "int32" : "int64", minimum, maximum };
    }
    default:
      return schema;
  }
}

function boundedText({ pattern, ...schema }: Json, maxText: number): Json {
  if (schema.enum ?? schema.const) return schema;
  // Zod's pattern for a time has 300 characters and says no more than the format.
  const isTime = schema.format === "date-time" || schema.format === "date";
  const checked = pattern === undefined || isTime ? {} : { pattern };
  return { ...schema, ...checked, maxLength: schema.maxLength ?? maxText };
}

/** In responses, replaces a reference to an open enumeration by the known values or any other. */
function opened({ $ref, description }: Json, { side, definitions }: SchemaContext): Json {
  const name = typeof $ref === "string" ? $ref.split("/").at(-1) : undefined;
  const definition = name === undefined ? undefined : definitions[name];
  if (side === "requests" || !isObject(definition) || definition[OPEN] !== true) return {};
  const text = description ?? definition.description;
  return {
    $ref: undefined,
    description: `${text} ${MAY_GROW}`,
    anyOf: [{ $ref }, { type: "string", maxLength: MAX_WORD }],
  };
}

/** Writes a choice between a plain type and null as one type, which is shorter. */
function orNull(schema: Json): Json {
  const [plain, other, ...more] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  const { anyOf: _, ...rest } = schema;
  if (!isObject(plain) || !isObject(other) || other.type !== "null" || more.length > 0) return schema;
  if (typeof plain.type !== "string" || plain.const !== undefined) return schema;
  const words = Array.isArray(plain.enum) ? { enum: [...plain.enum, null] } : {};
  return { ...plain, ...words, ...rest, type: [plain.type, "null"] };
}

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
