import * as z from "zod";
import { MAX_URL_LENGTH } from "../core/urls.ts";

// Parts of the answers' schemas. Their bounds are documented and not checked: it is for our code to keep to them.

/** A text of at most `max` characters. */
export const shown = (max: number, description: string) => z.string().meta({ maxLength: max, description });

/** An absolute URL. */
export const shownUrl = (description: string) => z.url().meta({ maxLength: MAX_URL_LENGTH, description });

/** A time in UTC, as in `2026-03-02T09:30:00.000Z`. */
export const dateTime = (description: string) =>
  z.iso.datetime().meta({ maxLength: "2026-03-02T09:30:00.000Z".length, description });

/** A whole number that counts something. */
export const counted = (description: string) => z.int().min(0).describe(description);

/**
 * One of `values`, to which a later version may add. The contract has the known ones as a schema named `id`, and lets
 * answers have others.
 */
export const openEnum = <const T extends readonly [string, ...string[]]>(
  id: string,
  values: T,
  description: string,
) => z.enum(values).meta({ id, description, [OPEN]: true });

/** Marks the schema of an open enumeration for the writer of the OpenAPI document. */
export const OPEN = "x-open";
