import type { Context, ValidationTargets } from "hono";
import type * as z from "zod";
import { fieldName, parse } from "../core/validation.ts";
import { HEADER_NAMES } from "./request-head.ts";

/**
 * A hook for the validators of a request's head: if one part is not valid, throws `validation_failed` with the
 * problems of all parts of `head` at once, each under the name that the caller used.
 */
export const orProblemsOf =
  (head: z.ZodType) =>
  (result: { success: boolean }, { req }: Context): void => {
    if (result.success) return;
    // A repeated parameter stays an array, which no schema accepts.
    const query = Object.entries(req.queries()).map(([name, [first, ...more]]) => [
      name,
      more.length === 0 ? first : [first, ...more],
    ]);
    const parts: Partial<Record<keyof ValidationTargets, unknown>> = {
      header: req.header(),
      param: req.param(),
      query: Object.fromEntries(query),
    };
    parseHead(head, parts);
  };

/** The parts of a request's head, parsed. Throws `validation_failed` with all problems, each under its caller's name. */
export const parseHead = <T>(head: z.ZodType<T>, parts: object): T => parse(head, parts, nameOf);

const nameOf = ([target, ...path]: readonly PropertyKey[]): string =>
  target === "header" ? (HEADER_NAMES[String(path[0])] ?? fieldName(path)) : fieldName(path);
