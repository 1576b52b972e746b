import { OPEN } from "../resource-parts.ts";
import type { Json, Side } from "./openapi-schemas.ts";

/** The longest value that a later version may add to an open enumeration, in characters. */
const MAX_WORD = 64;
const INT32 = 2 ** 31;

/** What a schema belongs to. */
export interface SchemaContext {
  side: Side;
  /** The most characters that a text without a bound of its own can have. */
  maxText: number;
  /** The named schemas that it may refer to, as Zod wrote them. */
  definitions: Json;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What Zod wrote of a schema, as the contract has it: bounds that follow from the size of a body are named, integers
 * have a format, and open enumerations take further values.
 */
export function documentedSchema(schema: Json, context: SchemaContext): Json {
  const documented = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, documentedPart(name, value, context)]),
  );
  delete documented[OPEN];
  // Of free-form objects: any name will do.
  delete documented.propertyNames;
  return orNull({ ...bounded(documented, context.maxText), ...opened(documented, context) });
}

/** What is below a keyword: a map of schemas, a list of them, one, or a value that stays. */
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
      // A list without a bound of its own is bounded by the body: an item and its comma take two bytes.
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
  // Zod's pattern for a time is 300 characters long and adds nothing to the format.
  const isTime = schema.format === "date-time" || schema.format === "date";
  const kept = pattern === undefined || isTime ? {} : { pattern };
  return { ...schema, ...kept, maxLength: schema.maxLength ?? maxText };
}

/** In place of a reference to an open enumeration, in answers: its known words, or any other. */
function opened({ $ref, description }: Json, { side, definitions }: SchemaContext): Json {
  const name = typeof $ref === "string" ? $ref.split("/").at(-1) : undefined;
  const definition = name === undefined ? undefined : definitions[name];
  if (side === "requests" || !isObject(definition) || definition[OPEN] !== true) return {};
  const words = description ?? definition.description;
  return {
    $ref: undefined,
    description: `${words} A later version may add values.`,
    anyOf: [{ $ref }, { type: "string", maxLength: MAX_WORD }],
  };
}

/** A choice between a plain type and null as one type, which is shorter. */
function orNull(schema: Json): Json {
  const [plain, other, ...more] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  const { anyOf: _, ...rest } = schema;
  if (!isObject(plain) || !isObject(other) || other.type !== "null" || more.length > 0) return schema;
  if (typeof plain.type !== "string" || plain.const !== undefined) return schema;
  const words = Array.isArray(plain.enum) ? { enum: [...plain.enum, null] } : {};
  return { ...plain, ...words, ...rest, type: [plain.type, "null"] };
}
