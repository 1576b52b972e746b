import * as z from "zod";
// Not z.core: see list.ts.
import * as core from "zod/v4/core";

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
