import * as z from "zod";
import { MAX_OFFERS, MIN_OFFERS, offerSchema } from "../../../features/retailers/choice-offer.ts";
import { definitionSchema } from "../../../features/retailers/definition.ts";
import { OFFER_VARIANTS, type OfferVariant, type Variant } from "../../../features/retailers/variants.ts";
import { UTC, type Zone } from "../../../ground/core/zone.ts";

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
    /** Texts, one on each line; a box to check for each of `values`, if there are any. */
    | { kind: "lines"; max?: number; values?: readonly string[] }
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
}

/** The fields of one row. `at` returns the value of one of the fields of `item`. */
export function shapeOfRow(
  { item, offers, zone = UTC }: RowsField,
  at: (path: string) => unknown,
): FormShape {
  if (!offers) return item;
  const [retailer, intent] = [at("retailer"), at("intent")];
  const variant = OFFER_VARIANTS.find((each) => each.retailer === retailer && each.intent === intent);
  return variant ? inZone(offerShape(variant), zone) : item;
}

export type FormField = ControlField | RowsField;

/** The fields of a body or of a row; nested objects become dotted paths. */
export interface FormShape {
  fields: readonly FormField[];
  /** The paths of objects that the API requires even if all of their fields are empty. */
  objects: readonly string[];
}

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

/** Texts that can be this long get several lines. */
const MIN_MULTILINE = 1000;
/** The bound of lists without one in the schema. */
const MAX_ROWS = 200;

/** Shapes never change, and it takes milliseconds to derive one. */
const shapes = new Map<z.ZodType, FormShape>();

/** The fields of the form of a variant, derived from the schema of its body. */
export const formShape = (variant: Variant): FormShape => shapeOf(definitionSchema(variant), variant);

const OFFER_VARIANT_FIELDS: readonly ControlField[] = ["retailer", "intent"].map((path) => ({
  path,
  required: true,
  kind: "hidden",
}));

const offerShape = (variant: OfferVariant): FormShape => {
  const { fields, objects } = shapeOf(offerSchema(variant), variant);
  return { fields: [...OFFER_VARIANT_FIELDS, ...fields], objects };
};

/**
 * The fields of a schema. Objects that the variant does not use are edited as JSON: the options of other retailers, and a
 * list or recipe that it does not require.
 */
function shapeOf(source: z.ZodType, variant: Variant): FormShape {
  const known = shapes.get(source);
  if (known) return known;
  // The schemas of bodies use only a part of zod's output.
  const document = z.toJSONSchema(source, {
    io: "input",
    unrepresentable: "any",
  }) as unknown as Schema & { $defs: Record<string, Schema> };
  const resolve = ({ $ref, ...schema }: Schema): Schema =>
    $ref === undefined ? schema : { ...document.$defs[$ref.slice("#/$defs/".length)], ...schema };

  const objectShape = (schema: Schema, prefix: string, needed: boolean): FormShape => {
    const parts = Object.entries(schema.properties ?? {}).map(([name, raw]): FormShape => {
      const path = `${prefix}${name}`;
      const property = resolve(raw);
      const required = needed && schema.required?.includes(name) === true;
      if (property.const !== undefined) return { fields: [], objects: [] };
      if (property.type !== "object") return { fields: [fieldOf(property, path, required)], objects: [] };
      const asJson = !property.properties || (!required && isForeign(property, path));
      if (asJson) return { fields: [{ path, required, kind: "json" }], objects: [] };
      const inner = objectShape(property, `${path}.`, required);
      return { fields: inner.fields, objects: [...(required ? [path] : []), ...inner.objects] };
    });
    return {
      fields: parts.flatMap(({ fields }) => fields),
      objects: parts.flatMap(({ objects }) => objects),
    };
  };

  const fieldOf = (schema: Schema, path: string, required: boolean): FormField => {
    const base = { path, required };
    const { type, minimum: min, maximum: max } = schema;
    const defaultValue = schema.default === undefined ? {} : { defaultValue: String(schema.default) };
    if (type === "array") {
      const item = resolve(schema.items ?? {});
      // The offers of a choice, whose fields depend on the variant.
      if (item.type === undefined) {
        const bare = { fields: OFFER_VARIANT_FIELDS, objects: [] };
        return { ...base, kind: "rows", min: MIN_OFFERS, max: MAX_OFFERS, item: bare, offers: true };
      }
      if (item.type !== "object") {
        const values = item.enum && { values: item.enum };
        return { ...base, kind: "lines", ...(schema.maxItems && { max: schema.maxItems }), ...values };
      }
      const { minItems = 0, maxItems = MAX_ROWS } = schema;
      return {
        ...base,
        kind: "rows",
        min: required ? minItems : 0,
        max: maxItems,
        item: objectShape(item, "", true),
      };
    }
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
  };

  /** Whether the variant does not use an optional object: options of another retailer, or of carts, or a list. */
  const isForeign = (schema: Schema, path: string): boolean =>
    (path === "options.bigbox_w" && variant.intent !== "add_to_cart") ||
    (/^options\.[^.]+$/.test(path) && path !== `options.${variant.retailer}`) ||
    (path.startsWith("options.") && holdsRows(schema));
  const holdsRows = (schema: Schema): boolean =>
    Object.entries(schema.properties ?? {}).some(
      ([name, property]) => schema.required?.includes(name) && resolve(property).type === "array",
    );

  const shape = objectShape(resolve(document), "", true);
  shapes.set(source, shape);
  return shape;
}

/** The shape with times in a zone. */
export const inZone = ({ fields, objects }: FormShape, zone: Zone): FormShape => ({
  objects,
  fields: fields.map((field) =>
    field.kind === "time" || (field.kind === "rows" && field.offers) ? { ...field, zone } : field,
  ),
});
