import * as z from "zod";
import { MAX_KEPT_LENGTH, readKeptPath } from "./kept-path.ts";
import { isReservedName } from "./reserved-names.ts";
import { list } from "./zod-extensions.ts";

/** The maximum of slugs that one link can have had. All of them keep redirecting. */
export const MAX_SLUGS = 10;

/** The maximum of kept addresses of a link: each is a copy in KV. */
const MAX_KEPT = 20;

const MIN_LENGTH = 3;
const MAX_LENGTH = 64;
const FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/i;
/** Short ids have this form, and take precedence. */
const LIKE_SHORT_ID = /^[a-z0-9]{8}$/i;

/**
 * The problem of a slug in any case, as a phrase that follows the field's name; undefined for a valid slug. Case is kept
 * during validation: letters such as the Kelvin sign (U+212A) become valid only in lower case.
 */
export function slugProblem(slug: string): string | undefined {
  if (slug.length < MIN_LENGTH || slug.length > MAX_LENGTH)
    return `must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`;
  if (!FORM.test(slug)) return "must consist of letters a to z, digits and single hyphens between them";
  if (LIKE_SHORT_ID.test(slug))
    return "must not be exactly 8 letters and digits, as short ids are: add a hyphen or another character";
  return isReservedName(slug.toLowerCase()) ? "is reserved: choose another slug" : undefined;
}

/** The slug of a link. Letters may be sent in any case, and are stored in lower case. */
export const slug = () =>
  z
    .string()
    .superRefine((value, context) => {
      const message = slugProblem(value);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .toLowerCase()
    .meta({ minLength: MIN_LENGTH, maxLength: MAX_LENGTH, pattern: "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$" });

/** The kept addresses of a link: paths of its domain, exactly as printed. They are stored as URLs have them. */
export const keptPaths = () =>
  list(
    z
      .string()
      .superRefine((value, context) => {
        const read = readKeptPath(value);
        if ("problem" in read) context.addIssue({ code: "custom", message: read.problem });
      })
      .overwrite((value) => {
        const read = readKeptPath(value);
        return "path" in read ? read.path : value;
      })
      .meta({ minLength: 2, maxLength: MAX_KEPT_LENGTH, pattern: "^/" })
      .describe("A path, which begins with a slash."),
  )
    .max(MAX_KEPT)
    .refine((paths) => new Set(paths).size === paths.length, "must name each path only once");
