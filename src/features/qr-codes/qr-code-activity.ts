import { newId, qrCodeId } from "../../ground/core/ids.ts";
import type { Actor } from "../access/actor.ts";
import type { FieldChange } from "../writes/activity.ts";
import type { LinkActivity } from "../writes/activity-statements.ts";
import { extractLongValues } from "../writes/long-values.ts";
import type { QrCode } from "./qr-code.ts";
import type { QrCodeLink } from "./qr-code-store.ts";

/** The activity of a change of a link's code. */
export const qrCodeActivity = async (
  { type, id }: Actor,
  link: QrCodeLink,
  qrCode: QrCode,
  changes: FieldChange[],
  now: Date,
): Promise<LinkActivity> => ({
  id: newId("act", now),
  organizationId: link.organizationId,
  at: now.toISOString(),
  actor: { type, id },
  object: { type: "qr_code", id: qrCodeId(link.id, qrCode.identifier) },
  ...(await extractLongValues(changes)),
  linkId: link.id,
  destination: link.destination,
});
