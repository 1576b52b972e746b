import * as z from "zod";

/**
 * The schema of a JSON merge patch (RFC 7396) of what `schema` describes: every property may be absent, `null` removes an
 * optional one, objects are patched in turn, and lists are replaced as a whole. A named schema becomes `<name>Patch`.
 */
export function patchOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    // Zod types what a wrapper holds as its core's type, which every schema extends.
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
