import type { AlertType } from "../events/event.ts";

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
export function alertPath({ type, objectId, data: { linkId } }: Alert): string {
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
    default:
      return `/links/${objectId}`;
  }
}
