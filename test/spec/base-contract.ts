import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

// The tables of the specification as closed JSON Schemas. They are independent of `src/`, so that a property added there
// fails here.

const text = (minLength: number, maxLength: number) => ({ type: "string", minLength, maxLength });
const anyText = { type: "string", minLength: 1 };
const oneOf = (...words: string[]) => ({ type: "string", enum: words });
const uri = { type: "string", pattern: "^https?://[^\\s/]+(/\\S*)?$" };
const dateTime = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$" };
const listOf = (items: object, maxItems?: number) => ({
  type: "array",
  items,
  ...(maxItems && { maxItems }),
});
const metadata = { type: "object" };

/** An object with these properties and no others. */
const closed = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: "object",
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

const productSelection = closed(
  { retailerProductId: text(1, 128) },
  {
    quantity: { type: "integer", minimum: 1, maximum: 999 },
    backupProductIds: listOf(text(1, 128), 25),
  },
);

const qrCode = closed(
  {
    id: { type: "string", pattern: "^qr_.+_[A-Za-z0-9-]{3,64}$" },
    linkId: { type: "string", pattern: "^lnk_" },
    identifier: { type: "string", pattern: "^[A-Za-z0-9-]{3,64}$" },
    name: text(1, 120),
    imageUrl: uri,
    encodedUrl: uri,
    isDefault: { type: "boolean" },
    createdAt: dateTime,
  },
  { metadata },
);

const retailer = oneOf("marketplace", "grocer_a", "bigbox_w", "bigbox_t", "delivery_app", "custom");

const createdLink = {
  id: { type: "string", pattern: "^lnk_" },
  projectId: text(1, 128),
  name: text(1, 160),
  retailer,
  intent: oneOf("add_to_cart", "product_detail", "shopping_list", "recipe", "custom_url"),
  status: oneOf("active", "inactive"),
  shortLink: uri,
  shortId: anyText,
  createdAt: dateTime,
};
const urlType = oneOf("cart", "pdp", "long_link", "custom", "instacart_list", "instacart_recipe");

const link = closed(createdLink, {
  publicName: text(1, 160),
  urlType,
  products: listOf(productSelection, 100),
  qrCode,
  metadata,
  updatedAt: dateTime,
});

const routing = (name: string) => closed({ routingMode: { const: "specific" }, [name]: anyText });
const retailerRecord = closed({
  provider: { const: "delivery_app" },
  name: anyText,
  retailerId: anyText,
  slug: anyText,
  services: listOf(anyText),
  categories: listOf(anyText),
  locationCount: { type: "integer", minimum: 0 },
  samplePostalCodes: listOf(anyText),
  usage: closed({
    shoppingList: routing("retailerId"),
    recipe: routing("retailerId"),
    productDetail: routing("retailer"),
  }),
});

const error = closed({
  error: closed(
    { code: { type: "string", pattern: "^[a-z_]+$" }, message: anyText, correlationId: text(8, 128) },
    { details: listOf(closed({ field: anyText, message: anyText })) },
  ),
});

const SCHEMAS = {
  link,
  /** As a creation returns it. */
  createdLink: closed(createdLink, { publicName: text(1, 160), qrCode }),
  qrCode,
  retailerRecord,
  error,
  health: closed({ status: { const: "ok" }, service: anyText }),
  /** The specification has no other form for a failing probe. */
  failedProbe: closed({ status: oneOf("unavailable", "misconfigured"), service: anyText }),
};

/** A resource of the specification. */
export type BaseResource = keyof typeof SCHEMAS;

const ajv = new Ajv2020({ allErrors: true });
const validators = new Map(
  Object.entries(SCHEMAS).map(([name, schema]) => [name, ajv.compile<unknown>(schema)] as const),
);

/** The differences between a value and this resource; empty if there are none. */
export function baseProblems(resource: BaseResource, value: unknown): string[] {
  const validate = validators.get(resource);
  if (validate?.(value)) return [];
  return (validate?.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Expects a value to be exactly the resource of the specification. */
export const expectBase = (resource: BaseResource, value: unknown): void =>
  expect(baseProblems(resource, value), JSON.stringify(value)).toEqual([]);

/** The names of a resource's properties and of its required properties. */
export const baseProperties = (resource: "link" | "qrCode" | "retailerRecord" | "health") => ({
  all: Object.keys(SCHEMAS[resource].properties).toSorted(),
  required: SCHEMAS[resource].required.toSorted(),
});
