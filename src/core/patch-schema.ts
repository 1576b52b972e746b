import * as z from "zod";

/**
 * The schema of a JSON merge patch (RFC 7396) for `schema`: every property may be absent, `null` removes an
 * optional property, objects are patched recursively, and lists are replaced. A named schema becomes `<name>Patch`.
 */
export function patchOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    // Zod types the inner schema as its core type, which every schema extends.
    const inner = patchOf(schema.unwrap() as z.ZodType);
    const { description } = schema.meta() ?? inner.meta() ?? {};
    const removable = inner.nullable();
    return description === undefined ? removable : removable.describe(description);
  }
  if (!(schema instanceof z.ZodObject)) return schema;
  const properties = Object.entries<z.ZodType>(schema.shape).map(([name, property]) => [
    name,
    patchOf(property).optional(),
  ]);
  const { id, description } = schema.meta() ?? {};
  return z.strictObject(Object.fromEntries(properties)).meta({
    ...(id !== undefined && { id: `${id}Patch` }),
    ...(description !== undefined && { description }),
  });
}
