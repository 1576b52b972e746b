import { MAX_BODY_BYTES } from "../json-body.ts";
import type { Field } from "./blocks.ts";

/** A schema of the OpenAPI document. */
export interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

/** A parameter of the OpenAPI document. */
export interface Parameter {
  name: string;
  in: string;
  description: string;
  required?: boolean;
  schema: Schema;
}

export const parameterField = (
  { name, description, required = false, schema }: Parameter,
  schemas: Schemas,
): Field => ({ name, type: typeOf(schema, schemas), required, description, bounds: boundsOf(schema) });

/** The named schemas of the OpenAPI document. */
export type Schemas = Readonly<Record<string, Schema>>;

/** The name of a referenced schema. */
export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf("/") + 1);

const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : { ...schemas[nameOf(schema.$ref)], ...withoutRef(schema) };

const withoutRef = ({ $ref: _, ...schema }: Schema): Schema => schema;

/** The alternatives of a schema, with references resolved. */
export function optionsOf(schema: Schema, schemas: Schemas): Schema[] {
  const whole = resolved(schema, schemas);
  const choices =
    whole.oneOf ?? (whole.anyOf?.some(({ properties, $ref }) => properties ?? $ref) && whole.anyOf);
  return choices ? choices.flatMap((option) => optionsOf(option, schemas)) : [whole];
}

/** The fields of an object or of several alternatives. Nested objects without a name become dotted field names. */
export function fieldsOf(alternatives: readonly Schema[], schemas: Schemas, prefix = ""): Field[] {
  const names = new Set(alternatives.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => {
    const holders = alternatives.filter(({ properties = {} }) => name in properties);
    const each = holders.flatMap(({ properties }) => properties?.[name] ?? []);
    const required =
      holders.length === alternatives.length && holders.every((holder) => holder.required?.includes(name));
    const [first = {}] = each;
    const place = `${prefix}${name}`;
    const field: Field = {
      name: place,
      type: [...new Set(each.map((schema) => typeOf(schema, schemas)))].join(" or "),
      required,
      description: first.description ?? resolved(first, schemas).description ?? "",
      bounds: sharedBounds(each),
    };
    return [withJoinedConstants(field, each), ...inner(each, schemas, place)];
  });
}

/** Lists the constants that a field has in different alternatives. */
function withJoinedConstants(field: Field, each: readonly Schema[]): Field {
  const words = [...new Set(each.map((schema) => schema.const))];
  return words.length > 1 && words.every((word) => typeof word === "string")
    ? { ...field, type: words.map((word) => `\`${word}\``).join(", ") }
    : field;
}

/** The bounds that all alternatives share. */
function sharedBounds(each: readonly Schema[]): readonly string[] {
  const [first, ...more] = each.map(boundsOf);
  return first?.filter((bound) => more.every((bounds) => bounds.includes(bound))) ?? [];
}

/** The fields of a nested object without a name, or of a list of such objects. */
function inner(each: readonly Schema[], schemas: Schemas, place: string): Field[] {
  const objects = each.flatMap(plainOptions);
  const items = each.flatMap((schema) => plainOptions(schema).flatMap((option) => option.items ?? []));
  const nested = objects.filter(({ properties }) => properties);
  if (nested.length > 0) return fieldsOf(nested, schemas, `${place}.`);
  const rows = items.flatMap(plainOptions).filter(({ properties }) => properties);
  return rows.length > 0 ? fieldsOf(rows, schemas, `${place}[].`) : [];
}

/** The options of a schema except null. */
const plainOptions = (schema: Schema): Schema[] =>
  schema.anyOf?.some(({ type }) => type === "null")
    ? schema.anyOf.filter(({ type }) => type !== "null")
    : [schema];

/** The type of a value as text. */
export function typeOf(schema: Schema, schemas: Schemas): string {
  const { $ref, anyOf, oneOf, items } = schema;
  if ($ref !== undefined) return namedType(nameOf($ref), schemas);
  const choices = anyOf ?? oneOf;
  if (choices && schema.type === undefined) return choiceOf(choices, schemas);
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum) return schema.enum.map((word) => `\`${word}\``).join(", ");
  const types = [schema.type ?? "any value"].flat();
  const words = types.map((type) => (type === "string" ? textType(schema) : type));
  if (items) return `list of ${typeOf(items, schemas)}${types.includes("null") ? " or null" : ""}`;
  return words.join(" or ");
}

const textType = ({ format, anyOf }: Schema): string => {
  if (anyOf) return "date or time";
  const words: Record<string, string> = { uri: "URL", "date-time": "time", date: "date" };
  return words[format ?? ""] ?? "string";
};

function choiceOf(choices: readonly Schema[], schemas: Schemas): string {
  const [first = {}, second = {}] = choices;
  const known = first.$ref === undefined ? undefined : schemas[nameOf(first.$ref)]?.enum;
  // An open enumeration: only its known values are listed.
  if (known && second.type === "string") return typeOf(first, schemas);
  return choices.map((each) => typeOf(each, schemas)).join(" or ");
}

/** The values of an enumeration, or a link to the section of the type. */
function namedType(name: string, schemas: Schemas): string {
  const { enum: words } = schemas[name] ?? {};
  return words ? words.map((word) => `\`${word}\``).join(", ") : `[${name}](#${name})`;
}

/** The bounds and the default of a value as text, without bounds that only follow from the size of the body. */
export function boundsOf(schema: Schema): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, anyOf } = schema;
  // The format of a date or time already limits it.
  if (anyOf?.some(({ format }) => format !== undefined)) return [];
  return [
    range(minLength, maxLength, "characters", MAX_BODY_BYTES),
    range(minItems, maxItems, "items", MAX_BODY_BYTES / 2),
    range(minimum, maximum, "", Number.MAX_SAFE_INTEGER),
    schema.default === undefined ? "" : `default \`${schema.default}\``,
  ].filter((words) => words !== "");
}

/** A range as text, ignoring bounds at or beyond `boundless`. */
function range(least: number | undefined, most: number | undefined, unit: string, boundless: number): string {
  const lower = least === undefined || least <= -boundless ? null : counted(least);
  const upper = most === undefined || most >= boundless ? null : counted(most);
  const after = unit && ` ${unit}`;
  if (upper === null) return lower === null ? "" : `at least ${lower}${after}`;
  if (lower === null) return `at most ${upper}${after}`;
  return lower === upper ? `exactly ${upper}${after}` : `${lower} to ${upper}${after}`;
}

const counted = (value: number): string => value.toLocaleString("en-US");
