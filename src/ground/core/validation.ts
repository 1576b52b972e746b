import type * as z from "zod";
import { type FieldProblem, MAX_PROBLEMS, validationFailed } from "./errors.ts";

/** `input` as parsed by `schema`. Throws `validation_failed`, which lists all problems. */
export function parse<T>(
  schema: z.ZodType<T>,
  input: unknown,
  nameOf: NameOf = fieldName,
  nounOf: NameOf = () => "property",
): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw validationFailed(problemsOf(result.error, input, nameOf, nounOf));
}

type Path = readonly PropertyKey[];
type NameOf = (path: Path) => string;

/** Every problem of `error`, with the API's field names. Unknown properties only as far as a response needs. */
export function problemsOf(
  error: z.core.$ZodError,
  input: unknown,
  nameOf: NameOf = fieldName,
  nounOf: NameOf = () => "property",
): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    // One issue names all unknown properties of an object: each becomes a separate problem.
    if (issue.code === "unrecognized_keys") {
      return issue.keys.slice(0, MAX_PROBLEMS + 1).map((key) => ({
        field: nameOf([...issue.path, key]),
        message: `is not a known ${nounOf(issue.path)}`,
      }));
    }
    return [{ field: nameOf(issue.path), message: messageOf(issue, input) }];
  });
}

/** A path as in `products[0].quantity`; the whole input is `body`. */
export function fieldName(path: Path): string {
  let name = "";
  for (const step of path) {
    name += typeof step === "number" ? `[${step}]` : `${name && "."}${String(step)}`;
  }
  return name || "body";
}

function messageOf(issue: z.core.$ZodIssue, input: unknown): string {
  if (valueAt(input, issue.path) === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${article(issue.expected)}`;
    case "invalid_value":
      // A schema's own message, not zod's.
      if (!issue.message.startsWith("Invalid ")) return issue.message;
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must ${bound(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
    case "too_big":
      return `must ${bound(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
    default:
      return issue.message;
  }
}

const article = (type: string): string => {
  const noun = type === "int" ? "integer" : type;
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
};
const bound = (origin: string): string => (origin === "array" ? "have" : "be");
const unitOf = (origin: string, count: number | bigint): string =>
  origin !== "array" ? "" : Number(count) === 1 ? " item" : " items";

/** The value of a field by the name of the API, such as `products[0].quantity`. */
export const valueOfField = (input: unknown, field: string): unknown =>
  valueAt(input, field.match(/[^.[\]]+/g) ?? []);

function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, step)?.value;
  }
  return value;
}
