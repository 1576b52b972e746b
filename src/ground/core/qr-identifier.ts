import * as z from "zod";

const QR_IDENTIFIER_PATTERN = /^[A-Za-z0-9-]{3,64}$/;

/** The identifier of a QR code, chosen by the caller. */
export const qrIdentifier = () =>
  z
    .string()
    .regex(QR_IDENTIFIER_PATTERN, "must be 3 to 64 letters, digits or hyphens")
    .meta({ minLength: 3, maxLength: 64 });
