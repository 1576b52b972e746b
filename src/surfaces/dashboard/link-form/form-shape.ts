import * as z from "zod";
import { MAX_OFFERS, MIN_OFFERS, offerSchema } from "../../../features/retailers/choice-offer.ts";
import { definitionSchema } from "../../../features/retailers/definition.ts";
import { OFFER_VARIANTS, type OfferVariant, type Variant } from "../../../features/retailers/variants.ts";
import { UTC, type Zone } from "../../../ground/core/zone.ts";
import type { CodeNames } from "./condition-texts.ts";

/** What every field has. `path` is the name in the API, relative to the row around it. */
interface FieldBase {
  path: string;
  required: boolean;
}

/** A field with one control. `defaultValue` is the default of the API. */
export type ControlField = FieldBase &
  (
    | { kind: "text"; multiline: boolean; emptyAllowed: boolean }
    | { kind: "url" }
    /** A time, shown and typed in the zone. */
    | { kind: "time"; zone: Zone }
    | { kind: "number"; integer: boolean; min?: number; max?: number; defaultValue?: string }
    | { kind: "choice"; values: readonly string[]; boolean: boolean; defaultValue?: string }
    /** Texts, one on each line; a box to check for each of `values`, if there are any. `codes`: they are identifiers of these. */
    | { kind: "lines"; max?: number; values?: readonly string[]; codes?: CodeNames }
    | { kind: "json" }
    | { kind: "hidden" }
  );

/** A list of objects, shown as rows. */
export interface RowsField extends FieldBase {
  kind: "rows";
  max: number;
  min: number;
  item: FormShape;
  /** Whether each row is an offer, whose fields depend on its variant; `item` has the fields of all. */
  offers?: boolean;
  /** The zone of the times in offers. */
  zone?: Zone;
  /** The codes that conditions of offers may name. */
  codes?: CodeNames;
}

/** The fields of one row. `at` returns the value of one of the fields of `item`. */
export function shapeOfRow(
  { item, offers, zone = UTC, codes }: RowsField,
  at: (path: string) => unknown,
): FormShape {
  if (!offers) return item;
  const [retailer, intent] = [at("retailer"), at("intent")];
  const variant = OFFER_VARIANTS.find((each) => each.retailer === retailer && each.intent === intent);
  return variant ? inZone(offerShape(variant), zone, codes) : item;
}

export type FormField = ControlField | RowsField;

/** The fields of a body or of a row; nested objects become dotted paths. */
export interface FormShape {
  fields: readonly FormField[];
  /** The paths of objects that the API requires even if all of their fields are empty. */
  objects: readonly string[];
}

/** Shapes never change, and it takes milliseconds to derive one. */
const shapes = new Map<z.ZodType, FormShape>();

/** The fields of the form of a variant, derived from the schema of its body. */
export const formShape = (variant: Variant): FormShape => shapeOf(definitionSchema(variant), variant);

const offerShape = (variant: OfferVariant): FormShape => {
  const { fields, objects } = shapeOf(offerSchema(variant), variant);
  return { fields: [...OFFER_VARIANT_FIELDS, ...fields], objects };
};

function shapeOf(source: z.ZodType, variant: Variant): FormShape {
  const shape = shapes.get(source) ?? shapeOfSchema(source, variant);
  shapes.set(source, shape);
  return shape;
}

/** The shape with times in a zone; `codes`: those of the link, which conditions may name. */
export const inZone = ({ fields, objects }: FormShape, zone: Zone, codes: CodeNames = []): FormShape => ({
  objects,
  fields: fields.map((field): FormField => {
    if (field.kind === "time") return { ...field, zone };
    if (field.kind === "rows" && field.offers) return { ...field, zone, codes };
    const isOfCodes = field.kind === "lines" && field.path === "when.qrCodes" && codes.length > 0;
    return isOfCodes ? { ...field, codes } : field;
  }),
});

/** The part of JSON Schema that the schemas of bodies use. */
interface Schema {
  $ref?: string;
  type?: "string" | "integer" | "number" | "boolean" | "array" | "object";
  const?: string;
  enum?: string[];
  default?: string | number | boolean;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

/** The schema of a whole body, which others refer to, and the variant of the link or offer. */
interface Source {
  defs: Readonly<Record<string, Schema>>;
  variant: Variant;
}

/** Texts that can be this long get several lines. */
const MIN_MULTILINE = 1000;
/** The bound of lists without one in the schema. */
const MAX_ROWS = 200;

/** The fields with an offer's variant, which decides its other fields. */
const OFFER_VARIANT_FIELDS: readonly ControlField[] = ["retailer", "intent"].map((path) => ({
  path,
  required: true,
  kind: "hidden",
}));

/** The fields of a body's schema. What links of the variant don't use is edited as JSON. */
function shapeOfSchema(schema: z.ZodType, variant: Variant): FormShape {
  // The schemas of bodies use only a part of zod's output.
  const document = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as unknown as Schema & {
    $defs: Record<string, Schema>;
  };
  const source = { defs: document.$defs, variant };
  return objectShape(source, resolved(source, document), "", true);
}

/** A schema with what it refers to. */
const resolved = ({ defs }: Source, { $ref, ...schema }: Schema): Schema =>
  $ref === undefined ? schema : { ...defs[$ref.slice("#/$defs/".length)], ...schema };

/** The fields of an object, whose paths begin with `prefix`. `needed`: whether the object itself is required. */
function objectShape(source: Source, { properties = {}, required }: Schema, prefix: string, needed: boolean) {
  const parts = Object.entries(properties).map(([name, property]) =>
    memberShape(
      source,
      resolved(source, property),
      `${prefix}${name}`,
      needed && required?.includes(name) === true,
    ),
  );
  return {
    fields: parts.flatMap(({ fields }) => fields),
    objects: parts.flatMap(({ objects }) => objects),
  };
}

/** The fields of one member of an object: none for a constant, several for an object in it. */
function memberShape(source: Source, schema: Schema, path: string, required: boolean): FormShape {
  if (schema.const !== undefined) return { fields: [], objects: [] };
  if (schema.type !== "object") return { fields: [fieldOf(source, schema, path, required)], objects: [] };
  if (!schema.properties || (!required && isUnused(source, schema, path)))
    return { fields: [{ path, required, kind: "json" }], objects: [] };
  const inner = objectShape(source, schema, `${path}.`, required);
  return { fields: inner.fields, objects: [...(required ? [path] : []), ...inner.objects] };
}

/** Whether links of the variant don't use an optional object: other options than theirs, or a list of items that they don't need. */
function isUnused(source: Source, schema: Schema, path: string): boolean {
  const [, options, member] = /^options\.([^.]+)(\..+)?$/.exec(path) ?? [];
  if (options === undefined) return false;
  return (member === undefined && options !== source.variant.uses) || needsRows(source, schema);
}

const needsRows = (source: Source, { properties = {}, required }: Schema): boolean =>
  Object.entries(properties).some(
    ([name, property]) => required?.includes(name) && resolved(source, property).type === "array",
  );

/** The field for a value or a list. */
function fieldOf(source: Source, schema: Schema, path: string, required: boolean): FormField {
  const base = { path, required };
  const { type, minimum: min, maximum: max } = schema;
  const defaultValue = schema.default === undefined ? {} : { defaultValue: String(schema.default) };
  if (type === "array") return listField(source, schema, path, required);
  if (type === "boolean")
    return { ...base, kind: "choice", values: ["true", "false"], boolean: true, ...defaultValue };
  if (type === "integer" || type === "number") {
    const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    return { ...base, kind: "number", integer: type === "integer", ...bounds, ...defaultValue };
  }
  if (schema.enum) return { ...base, kind: "choice", values: schema.enum, boolean: false, ...defaultValue };
  if ([schema, ...(schema.anyOf ?? [])].some(({ format }) => format === "date-time"))
    return { ...base, kind: "time", zone: UTC };
  if (schema.format === "uri") return { ...base, kind: "url" };
  const multiline = schema.maxLength !== undefined && schema.maxLength >= MIN_MULTILINE;
  return { ...base, kind: "text", multiline, emptyAllowed: (schema.minLength ?? 0) === 0 };
}

/** The field for a list: of offers, of texts or of objects. */
function listField(source: Source, schema: Schema, path: string, required: boolean): FormField {
  const base = { path, required };
  const { minItems = 0, maxItems, items = {} } = schema;
  const item = resolved(source, items);
  // One of several schemas: that of an offer depends on its variant.
  if (item.type === undefined) {
    const bare = { fields: OFFER_VARIANT_FIELDS, objects: [] };
    return { ...base, kind: "rows", min: MIN_OFFERS, max: MAX_OFFERS, item: bare, offers: true };
  }
  if (item.type !== "object")
    return {
      ...base,
      kind: "lines",
      ...(maxItems && { max: maxItems }),
      ...(item.enum && { values: item.enum }),
    };
  const bounds = { min: required ? minItems : 0, max: maxItems ?? MAX_ROWS };
  return { ...base, kind: "rows", ...bounds, item: objectShape(source, item, "", true) };
}
