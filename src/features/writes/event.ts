import type { LinkActivity } from "./activity-statements.ts";

/** The types of events. src/extras/events/catalog.ts describes each. */
export const EVENT_TYPES = [
  "link.created",
  "link.updated",
  "link.status_changed",
  "link.ended",
  "link.ending",
  "link.broken",
  "link.mended",
  "qr_code.created",
  "qr_code.updated",
  "code.not_scanned",
  "destination.switched",
  "product.unavailable",
  "product.back",
  "page.made",
  "page.failed",
  "import.finished",
  "api_key.expiring",
  "webhook.disabled",
  "visits.unusual",
  "quota.near",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The field of a destination: that of a link, or that of an offer by its key. */
const DESTINATION = /^(?:destination|offers\.(.+)\.destination)$/;

/** The event of a change of a link or of one of its codes, and what it says beside the names of the changed fields. */
export function eventOf({ object, changes, reason }: LinkActivity): { type: EventType; data: object | null } {
  if (object.type === "qr_code") {
    const isNew = changes.some(({ field, from }) => field === "identifier" && from === undefined);
    return { type: isNew ? "qr_code.created" : "qr_code.updated", data: null };
  }
  const [change] = changes;
  const [field, offerKey] = DESTINATION.exec(change?.field ?? "") ?? [];
  if (change && field !== undefined) {
    return { type: "destination.switched", data: { offerKey, destination: change.to, reason } };
  }
  const status = changes.find((each) => each.field === "status");
  return status
    ? { type: "link.status_changed", data: { status: status.to } }
    : { type: "link.updated", data: null };
}
