import * as z from "zod";
import { validationFailed } from "../../ground/core/errors.ts";
import { newId, qrCodeId } from "../../ground/core/ids.ts";
import { mergePatch } from "../../ground/core/json.ts";
import { metadata } from "../../ground/core/metadata.ts";
import { qrIdentifier } from "../../ground/core/resource-parts.ts";
import { text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { patchOf } from "../../ground/core/zod-extensions.ts";
import type { Actor } from "../access/actor.ts";
import type { FieldChange } from "../writes/activity.ts";
import type { LinkActivity } from "../writes/activity-statements.ts";
import { extractLongValues } from "../writes/long-value-store.ts";
import { codeStyle, requireScannable } from "./code-style.ts";
import { type QrCode, settableOf } from "./qr-code.ts";
import type { QrCodeLink } from "./qr-code-store.ts";

const codeName = () => text(1, 120);

/** The body of POST /v1/links/{linkId}/qr-codes. */
export const qrCodeRequest = z
  .strictObject({
    identifier: qrIdentifier()
      .describe("Identifies the code within its link. Default: generated.")
      .optional(),
    name: codeName().describe("Name of the code. Default: its identifier.").optional(),
    metadata: metadata().optional(),
  })
  .describe("A further QR code of a link. Every field is optional.")
  .meta({ id: "QrCodeRequest" });
export type QrCodeRequest = z.infer<typeof qrCodeRequest>;

/** The fields of a code that callers can change. */
const settable = z.strictObject({
  name: codeName().describe("Name of the code."),
  metadata: metadata().optional(),
  style: codeStyle
    .describe("Its style, used for images with `style=default`. Default: the style of its project.")
    .optional(),
});

/** The body of PATCH /v1/links/{linkId}/qr-codes/{identifier}: a JSON merge patch. */
export const qrCodePatch = patchOf(settable)
  .describe("A JSON merge patch: null removes metadata or the style, or a member of them.")
  .meta({ id: "QrCodePatch" });
export type QrCodePatch = Readonly<Record<string, unknown>>;

/** Parses a patch. Throws `validation_failed` for unknown and read-only fields. */
export function readQrCodePatch(json: Record<string, unknown>): QrCodePatch {
  const problems = Object.keys(json).flatMap((field) =>
    Object.hasOwn(settable.shape, field)
      ? []
      : [{ field, message: field === "identifier" ? "cannot be changed" : "is not a known property" }],
  );
  if (problems.length > 0) throw validationFailed(problems);
  return json;
}

/** Applies a patch to a code. Throws `validation_failed`. */
export function mergeQrCode(qrCode: QrCode, patch: QrCodePatch): QrCode {
  const { name, metadata, style } = parse(settable, mergePatch(settableOf(qrCode), patch));
  if (style) requireScannable(style, "style.");
  return { ...qrCode, name, metadata, style };
}

/** The activity of a change of a link's code. */
export const qrCodeActivity = async (
  { type, id, correlationId }: Actor,
  link: QrCodeLink,
  qrCode: QrCode,
  changes: FieldChange[],
  now: Date,
): Promise<LinkActivity> => ({
  id: newId("act", now),
  organizationId: link.organizationId,
  at: now.toISOString(),
  actor: { type, id, correlationId },
  object: { type: "qr_code", id: qrCodeId(link.id, qrCode.identifier) },
  ...(await extractLongValues(changes)),
  linkId: link.id,
  destination: link.destination,
});
