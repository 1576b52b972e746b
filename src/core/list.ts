import * as z from "zod";
// Not z.core: a value taken from it brings every language of zod into the bundle, 320 kB.
import * as core from "zod/v4/core";
import { MAX_PROBLEMS } from "./errors.ts";

/**
 * An array that names the problems of its elements even where it has too many of them, which z.array does not, and
 * that looks no further after MAX_PROBLEMS. Some lists have no bound of their own, and 4 MiB of wrong elements are
 * two million problems: more than memory holds, and than zod can spread as arguments from one level to the next.
 */
const List = core.$constructor<z.ZodArray<z.ZodType>>("List", (list, definition) => {
  z.ZodArray.init(list, definition);
  const parseArray = list._zod.parse;
  list._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    if (!Array.isArray(input)) return parseArray(payload, context);
    const output: unknown[] = [];
    for (const [index, value] of input.entries()) {
      const result = definition.element._zod.run({ value, issues: [] }, context);
      if (result instanceof Promise) throw new core.$ZodAsyncError();
      payload.issues.push(...z.util.prefixIssues(index, result.issues));
      // The checks of the length follow: they are of the input whole.
      if (payload.issues.length > MAX_PROBLEMS) return payload;
      output.push(result.value);
    }
    payload.value = output;
    return payload;
  };
});

/** z.array for request bodies, see List. */
export function list<T extends z.ZodType>(element: T): z.ZodArray<T> {
  // The constructor takes any element; the type is that of the one given.
  return new List({ type: "array", element }) as z.ZodArray<z.ZodType> as z.ZodArray<T>;
}
