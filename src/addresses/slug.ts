import * as z from "zod";
import { isReservedName } from "../core/reserved-names.ts";

/** The most slugs that one link can have had: all of them go on leading to it. */
export const MAX_SLUGS = 10;

const SHORTEST = 3;
const LONGEST = 64;
const FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/i;
/** Short ids have this form, and come first. */
const LIKE_SHORT_ID = /^[a-z0-9]{8}$/i;

/**
 * What is wrong with a slug in any case, in words that follow its name; undefined for nothing. It is judged as it was sent:
 * letters such as the sign of the unit kelvin (U+212A) are those of slugs only once they are in lower case.
 */
export function slugProblem(slug: string): string | undefined {
  if (slug.length < SHORTEST || slug.length > LONGEST)
    return `must have ${SHORTEST} to ${LONGEST} characters`;
  if (!FORM.test(slug)) return "must consist of letters a to z, digits and single hyphens between them";
  if (LIKE_SHORT_ID.test(slug))
    return "must not be exactly 8 letters and digits, as short ids are: add a hyphen or another character";
  return isReservedName(slug.toLowerCase()) ? "is reserved: choose another one" : undefined;
}

/** The slug of a link. Letters may be sent in any case, and are kept small. */
export const slug = () =>
  z
    .string()
    .superRefine((value, context) => {
      const message = slugProblem(value);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .toLowerCase()
    .meta({ minLength: SHORTEST, maxLength: LONGEST, pattern: "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$" });
