import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import openapiTypescript, { astToString } from "openapi-typescript";
import { openApiDocument } from "../src/surfaces/api/openapi/openapi-document.ts";

/** The file with the generated types. */
const TYPES = join(import.meta.dirname, "src/contract.ts");

const HEADER =
  "// Generated from the OpenAPI document by `npm run generate -w client`, and not committed.\n\n";

/** Parts of the document that the client has no types for: it handles headers and errors itself. */
const isOmitted = (key: string, value: unknown): boolean =>
  ["headers", "header"].includes(key) ||
  /^[3-5]\d\d$/.test(key) ||
  (typeof value === "object" && value !== null && "in" in value && value.in === "header");

const withoutOmitted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((item) => !isOmitted("", item)).map(withoutOmitted);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key, item]) => !isOmitted(key, item));
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutOmitted(item)]));
};

/** The types of the OpenAPI document, as the source of a TypeScript module. */
async function contractTypes(): Promise<string> {
  const origin = "https://shoppable-links.example";
  const {
    paths,
    webhooks: _,
    components,
    ...head
  } = openApiDocument({ api: origin, shortLink: origin, problem: null });
  const document = {
    ...head,
    paths: withoutOmitted(paths),
    // Only errors are shared responses.
    components: Object.fromEntries(Object.entries(components ?? {}).filter(([name]) => name === "schemas")),
  };
  // A field with a default may be left out of a request, so it is optional.
  const ast = await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false });
  const text = astToString(ast);
  // The paths before it lead to the operations after it.
  return HEADER + text.slice(text.indexOf("export interface components "));
}

if (import.meta.main) await writeFile(TYPES, await contractTypes());
