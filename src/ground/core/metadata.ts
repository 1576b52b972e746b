import * as z from "zod";
import { API_KEY_IN_TEXT } from "./api-key-format.ts";
import { isTooDeep, TOO_DEEP } from "./json.ts";
import { textProblem } from "./text.ts";

/** Free-form caller metadata. */
export type Metadata = Record<string, unknown>;

/** The maximum size of metadata as JSON, in bytes. */
export const MAX_METADATA_BYTES = 16 * 1024;

const isObject = (value: unknown): value is Metadata =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a JSON value contains an API key of this service, in a value or a name, however deep. */
export const containsApiKey = (value: unknown): boolean => API_KEY_IN_TEXT.test(JSON.stringify(value) ?? "");

/** Any JSON object of up to 16 KiB that contains no API key of this service. */
export const metadata = () =>
  z
    .custom<Metadata>(isObject, "must be an object")
    .superRefine((value, context) => {
      if (isTooDeep(value)) {
        context.addIssue({ code: "custom", message: TOO_DEEP });
        return;
      }
      const json = JSON.stringify(value);
      if (new TextEncoder().encode(json).length > MAX_METADATA_BYTES) {
        context.addIssue({ code: "custom", message: `must be at most ${MAX_METADATA_BYTES} bytes as JSON` });
        return;
      }
      if (containsApiKey(value)) {
        context.addIssue({ code: "custom", message: "must not contain an API key" });
      }
      reportUnstorable(value, [], context);
    })
    .meta({
      type: "object",
      additionalProperties: true,
      description: `Free-form, stored and returned unchanged: at most ${MAX_METADATA_BYTES / 1024} KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected.`,
    });

/** Whether a number from JSON was probably rounded: it is beyond 2^53, and not a few digits with an exponent, such as 1e300. */
const isRounded = (value: number): boolean =>
  Math.abs(value) > Number.MAX_SAFE_INTEGER && !/^-?\d(?:\.\d{1,14})?e/.test(String(value));

/**
 * Reports JSON values that we cannot store unchanged: whole numbers that a double can't keep exactly, such as ids of 20
 * digits, NUL and lone surrogates. Also reports the name `__proto__`, which is valid JSON but sets the prototype when code
 * assigns to it. Reports nothing below a name that contains an API key, because the report would repeat the name.
 */
function reportUnstorable(value: unknown, path: PropertyKey[], context: z.RefinementCtx): void {
  const report = (message: string, ...step: PropertyKey[]) =>
    context.addIssue({ code: "custom", message, path: [...path, ...step] });
  if (typeof value === "number" && isRounded(value))
    report("is a number that can't be kept exactly: send it as a text");
  if (typeof value === "string") {
    const problem = textProblem(value);
    if (problem) report(problem);
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const problem = textProblem(key);
    if (key === "__proto__") report("is not allowed as a name", key);
    else if (problem) report(`has a name that ${problem}`);
    else if (!API_KEY_IN_TEXT.test(key)) {
      // One path for all levels: a copy for each would take quadratic time.
      path.push(Array.isArray(value) ? Number(key) : key);
      reportUnstorable(child, path, context);
      path.pop();
    }
  }
}
