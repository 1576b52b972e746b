import type * as z from "zod";
import { HEADER_NAMES } from "../schemas/request-head.ts";
import type { AppContext } from "./context.ts";
import { fieldName, parse } from "./validation.ts";

/**
 * Headers, path and query of a request as `schema` understands them. Throws `validation_failed` with every problem
 * of all three at once, each by the name that the caller sent.
 */
export function readHead<T>(c: AppContext, schema: z.ZodType<T>): T {
  const head = { header: c.req.header(), path: c.req.param(), query: queryOf(c.req.url) };
  return parse(schema, head, ([place, ...path]) =>
    place === "header" ? (HEADER_NAMES[String(path[0])] ?? fieldName(path)) : fieldName(path),
  );
}

/** A parameter that is repeated becomes an array, which no schema takes. */
function queryOf(url: string): Record<string, unknown> {
  const { searchParams } = new URL(url);
  const values = [...new Set(searchParams.keys())].map((name): [string, unknown] => {
    const [first, ...more] = searchParams.getAll(name);
    return [name, more.length === 0 ? first : [first, ...more]];
  });
  return Object.fromEntries(values);
}
