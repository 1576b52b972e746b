import type { EventType } from "../../features/audit/event.ts";

/** What members are alerted of: the event that causes it, and how screens call it. */
export const ALERTS = {
  "product.unavailable": { label: "A product is sold out" },
  "product.back": { label: "A product is back" },
  "link.broken": { label: "A destination is broken" },
  "page.failed": { label: "A page failed" },
  "link.ending": { label: "A campaign ends in three days" },
  "code.not_scanned": { label: "A printed code is not scanned for 14 days" },
  "visits.unusual": { label: "Visits are tenfold or a tenth of usual" },
  "visits.threshold": { label: "Visits reach a number" },
  "api_key.expiring": { label: "An API key expires within a week" },
  "webhook.disabled": { label: "A webhook was switched off" },
  "quota.near": { label: "80% of a quota is used" },
} as const satisfies Partial<Record<EventType, { label: string }>>;

/** The type of an event that is an alert. */
export type AlertType = keyof typeof ALERTS;
export const ALERT_TYPES = Object.keys(ALERTS) as AlertType[]; // the keys of the constant above

/** The alerts that "Needs attention" shows. News that need nothing are not among them, and quotas have their own notice. */
export const ATTENTION_TYPES = [
  ...(["product.unavailable", "link.broken", "page.failed", "link.ending"] as const),
  ...(["code.not_scanned", "visits.unusual", "api_key.expiring"] as const),
];
export type AttentionType = (typeof ATTENTION_TYPES)[number];

/** Which alerts an organization wants. Webhooks choose their events themselves. */
export interface AlertSettings {
  /** The ids of the members who get mail. */
  members: string[];
  mailOff: AlertType[];
  attentionOff: AttentionType[];
}

/** An event that is an alert. */
export interface Alert {
  id: string;
  type: AlertType;
  sequence: number;
  at: string;
  objectId: string;
  projectId: string | null;
  /** The link, project, API key, webhook or quota that it is about. */
  name: string;
  data: Record<string, unknown>;
}

/** The screen about an alert, below the path of the organization. */
export function alertPath({ type, objectId, projectId, data: { linkId } }: Alert): string {
  if (typeof linkId === "string") return `/links/${linkId}${type === "code.not_scanned" ? "#silent" : ""}`;
  switch (type) {
    case "api_key.expiring":
      return `/keys/${objectId}`;
    case "webhook.disabled":
      return `/webhooks/${objectId}`;
    case "quota.near":
      return "";
    case "visits.unusual":
      return `/visits?${new URLSearchParams({ projectId: objectId })}`;
    case "visits.threshold":
      return `/projects/${encodeURIComponent(projectId ?? "")}`;
    default:
      return `/links/${objectId}`;
  }
}
