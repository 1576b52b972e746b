import * as z from "zod";
import { EXAMPLE_TAG, isAssociatesTag } from "./marketplaces.ts";

/** Maximum length of an Associates tag. */
export const MAX_TAG = 64;

/** The schema of an Associates tag. */
export const associatesTag = () =>
  z
    .string()
    .trim()
    .refine((text) => text.toLowerCase() !== EXAMPLE_TAG, {
      error: "must be your own tag, not that of the example",
      abort: true,
    })
    .refine(isAssociatesTag, "must be an Associates tag, such as maple-20")
    .meta({ minLength: 1, maxLength: MAX_TAG });
