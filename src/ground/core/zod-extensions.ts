import * as z from "zod";
// Not z.core: it would add zod's messages in every language to the bundle, 320 kB.
import * as core from "zod/v4/core";
import { MAX_PROBLEMS } from "./errors.ts";

/**
 * An array that, unlike z.array, reports the problems of its elements even if it has too many elements, and that stops
 * after MAX_PROBLEMS. Some lists have no maximum length, and 4 MiB of invalid elements have two million problems: more
 * than fit into memory, and more than zod can pass as arguments.
 */
const List = core.$constructor<z.ZodArray<z.ZodType>>("List", (list, definition) => {
  z.ZodArray.init(list, definition);
  const parseArray = list._zod.parse;
  list._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    if (!Array.isArray(input)) {
      const rejected = parseArray(payload, context);
      // The length checks would otherwise report a text's length in addition to its type.
      payload.value = undefined;
      return rejected;
    }
    const output: unknown[] = [];
    for (const [index, value] of input.entries()) {
      const result = definition.element._zod.run({ value, issues: [] }, context);
      if (result instanceof Promise) throw new core.$ZodAsyncError();
      payload.issues.push(...z.util.prefixIssues(index, result.issues));
      // The length checks run after this and need the whole input, so `payload.value` stays as it is.
      if (payload.issues.length > MAX_PROBLEMS) return payload;
      output.push(result.value);
    }
    payload.value = output;
    return payload;
  };
});

/** Like z.array, for request bodies; see List. */
export function list<T extends z.ZodType>(element: T): z.ZodArray<T> {
  // The constructor accepts any element and loses its type, which is restored here.
  return new List({ type: "array", element }) as z.ZodArray<z.ZodType> as z.ZodArray<T>;
}

/** A union, and the function that chooses the schema that parses a value. */
interface Definition extends core.$ZodUnionDef {
  choose: (value: unknown) => z.ZodType;
}

const Chosen = core.$constructor<z.ZodXor<readonly z.ZodType[]>, Definition>(
  "Chosen",
  (schema, definition) => {
    z.ZodXor.init(schema, definition);
    schema._zod.parse = (payload, context) => {
      const result = definition.choose(payload.value)._zod.run({ value: payload.value, issues: [] }, context);
      if (result instanceof Promise) throw new core.$ZodAsyncError();
      payload.issues.push(...result.issues);
      payload.value = result.value;
      return payload;
    };
  },
);

/**
 * A union that is described as `union` and parsed by the schema that `choose` returns, so that its problems are only those
 * of that schema. Errors of `choose` are passed on.
 */
export const chosenBy = (
  union: z.ZodXor<readonly z.ZodType[]>,
  choose: (value: unknown) => z.ZodType,
): z.ZodXor<readonly z.ZodType[]> => new Chosen({ ...union._zod.def, choose }).meta(union.meta() ?? {});

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
