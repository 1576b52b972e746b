import * as z from "zod";
import { MAX_URL_LENGTH } from "./urls.ts";

// Parts of response schemas. Their bounds are documented, not checked: our code must respect them.

/** A string of at most `max` characters. */
export const shown = (max: number, description: string) => z.string().meta({ maxLength: max, description });

/** An absolute URL. */
export const shownUrl = (description: string) => z.url().meta({ maxLength: MAX_URL_LENGTH, description });

/** A UTC time: `2026-03-02T09:30:00.000Z`. */
export const dateTime = (description: string) =>
  z.iso.datetime().meta({ maxLength: "2026-03-02T09:30:00.000Z".length, description });

export const counted = (description: string) => z.int().min(0).describe(description);

/** An enumeration that later versions may extend. OpenAPI lists the known values as the schema `id` and allows others. */
export const openEnum = <const T extends readonly [string, ...string[]]>(
  id: string,
  values: T,
  description: string,
) => z.enum(values).meta({ id, description, [OPEN]: true });

/** Marks the schema of an open enumeration in Zod's metadata. */
export const OPEN = "x-open";

const QR_IDENTIFIER_PATTERN = /^[A-Za-z0-9-]{3,64}$/;

/** The identifier of a QR code, chosen by the caller. */
export const qrIdentifier = () =>
  z
    .string()
    .regex(QR_IDENTIFIER_PATTERN, "must be 3 to 64 letters, digits or hyphens")
    .meta({ minLength: 3, maxLength: 64 });
