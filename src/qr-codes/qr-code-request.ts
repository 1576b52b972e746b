import * as z from "zod";
import { metadata } from "../core/metadata.ts";
import { qrIdentifier } from "../core/qr-identifier.ts";
import { text } from "../core/text.ts";

/** The body of POST /v1/links/{linkId}/qr-codes. */
export const qrCodeRequest = z
  .strictObject({
    identifier: qrIdentifier().optional(),
    name: text(1, 120).optional(),
    metadata: metadata().optional(),
  })
  .meta({ id: "QrCodeRequest" });
export type QrCodeRequest = z.infer<typeof qrCodeRequest>;
