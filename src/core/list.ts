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
