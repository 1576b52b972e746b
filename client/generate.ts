import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import openapiTypescript, { astToString } from "openapi-typescript";
import { openApiDocument } from "../src/api/openapi/openapi-document.ts";

/** The file with the generated types. */
export const TYPES = join(import.meta.dirname, "src/contract.ts");

const HEADER = "// Generated from the OpenAPI document by `npm run generate -w client`. Do not edit.\n\n";

/** The types of the OpenAPI document, as the source of a TypeScript module. */
export async function contractTypes(): Promise<string> {
  const origin = "https://shoppable-links.example";
  const document = JSON.stringify(openApiDocument({ api: origin, shortLink: origin, problem: null }));
  // A field with a default may be left out of a request, so it is optional.
  const ast = await openapiTypescript(document, { defaultNonNullable: false });
  return HEADER + astToString(ast);
}

if (import.meta.main) await writeFile(TYPES, await contractTypes());
