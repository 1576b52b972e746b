import { OPEN } from "../../../ground/core/resource-parts.ts";
import type { Json, Side } from "./openapi-schemas.ts";

const MAY_GROW = "Later versions may add values.";
/** The maximum length of values that later versions may add to an open enumeration. */
const MAX_WORD = 64;
const INT32 = 2 ** 31;

export interface SchemaContext {
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
export function documentedSchema(schema: Json, context: SchemaContext): Json {
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
