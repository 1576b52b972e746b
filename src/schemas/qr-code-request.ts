import * as z from "zod";
import { metadata } from "./metadata.ts";
import { qrIdentifier } from "./parts.ts";
import { text } from "./text.ts";

/** The body of POST /v1/links/{linkId}/qr-codes. */
export const qrCodeRequest = z
  .strictObject({
    identifier: qrIdentifier().optional(),
    name: text(1, 120).optional(),
    metadata: metadata().optional(),
  })
  .meta({ id: "QrCodeRequest" });
export type QrCodeRequest = z.infer<typeof qrCodeRequest>;
