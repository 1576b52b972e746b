/**
 * Replaces the MCP library's JSON Schema validator, 22 kB that only check what people enter into forms of a server. Our server has
 * no forms, and operations validate the arguments of tools. See cli/wrangler/build.ts.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("This server has no forms.");
  }
}
