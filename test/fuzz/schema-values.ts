import fc from "fast-check";
import type { Json } from "../requests.ts";

/** Values that match a schema of the contract. */

const GOOD_URLS = [
  "https://example.com",
  "http://a/",
  "https://[2001:db8::1]:8080/x",
  "https://münchen.example/ü?q=😀#x",
  "HTTPS://EXAMPLE.COM:443/../%zz",
  "https://example.com/?u=http:/y&&",
];

/** Slugs, without those that look like short ids or have a reserved word, which are rejected. */
const SLUG = "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$";

/** Any text without NUL: bounds count code points, as the service does. */
function anyText(least: number, most: number): fc.Arbitrary<string> {
  const some = fc
    .string({ unit: "binary", minLength: least, maxLength: Math.min(most, least + 40) })
    .map((text) => text.replaceAll("\0", "0"));
  const edges = [least, most].filter((length) => length <= 5_000);
  return fc.oneof(
    { weight: 4, arbitrary: some },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...edges.flatMap((length) => ["x".repeat(length), "😀".repeat(length)]),
        "ab c".padEnd(least, "x").slice(0, most),
      ),
    },
  );
}

function textOf(schema: Json): fc.Arbitrary<string> {
  const { pattern = "", minLength = 0, maxLength = 100, format } = schema;
  if (format === "uri") return fc.constantFrom(...GOOD_URLS);
  if (format === "date") return fc.constantFrom("2026-11-01", "2026-11-20");
  if (format === "date-time") return fc.constantFrom("2026-11-01T00:00:00Z", "2026-11-20T23:59:59.999+05:30");
  if (pattern === SLUG) return fc.stringMatching(/^[a-z0-9]{9,20}(-[A-Za-z0-9]{1,20}){0,2}$/);
  if (pattern === "^[A-Z]{2}$") return fc.constantFrom("US", "DE", "JP");
  // All other patterns of the contract describe few characters.
  if (pattern !== "" && pattern !== "^[^\\u0000]*$") return fc.stringMatching(new RegExp(pattern));
  return anyText(minLength, maxLength);
}

const between = (least: number, most: number) =>
  fc.oneof(fc.integer({ min: least, max: Math.min(most, least + 1_000) }), fc.constantFrom(least, most));

/** Free-form JSON, without the names that the service rejects everywhere. */
const freeForm = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 8 }).filter((name) => !name.includes("\0") && name !== "__proto__"),
  fc.oneof(
    fc.string({ maxLength: 12 }).map((text) => text.replaceAll("\0", "")),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.integer(), { maxLength: 3 }),
  ),
  { maxKeys: 4 },
);

/** `schema`, or the referenced schema in `document`. */
export function resolved(schema: Json, document: Json): Json {
  if (typeof schema.$ref !== "string") return schema;
  const steps: string[] = schema.$ref.slice(2).split("/");
  return steps.reduce((node, step) => node[step], document);
}

/** What was made of each schema: the schemas of links share most of theirs, and making them anew took seconds. */
const made = new WeakMap<object, fc.Arbitrary<unknown>>();

/** Values that match `schema`. */
export function fitting(given: Json, document: Json): fc.Arbitrary<unknown> {
  const schema = resolved(given, document);
  const values = made.get(schema) ?? valuesOf(schema, document);
  made.set(schema, values);
  return values;
}

function valuesOf(schema: Json, document: Json): fc.Arbitrary<unknown> {
  const below = (part: Json) => fitting(part, document);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return fc.oneof(...choices.map((part: Json) => below(part)));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: string) => below({ ...schema, type })));
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
      return between(schema.minimum, schema.maximum);
    case "number":
      return fc.oneof(
        fc
          .double({
            min: schema.minimum ?? 0,
            max: schema.maximum ?? 1e300,
            noNaN: true,
            noDefaultInfinity: true,
          })
          .map((value) => value || 0),
        fc.constant(0),
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(below(schema.items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 2),
      });
    case "object": {
      if (!schema.properties) return freeForm;
      const required: string[] = schema.required ?? [];
      return fc.record(
        Object.fromEntries(
          Object.entries<Json>(schema.properties).map(([name, part]) => [name, below(part)]),
        ),
        { requiredKeys: required },
      );
    }
    default:
      return freeForm;
  }
}
