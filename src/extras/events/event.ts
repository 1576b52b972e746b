import type { EventType } from "../../features/writes/event.ts";
import { parseQrCodeId } from "../../ground/core/ids.ts";
import { type RelatedType, relatedOf } from "./catalog.ts";

/** Something that happened to an organization's links, codes, pages, products, imports or keys. */
export interface AppEvent {
  organizationId: string;
  /** Its number among the entries of the organization's activity. */
  sequence: number;
  id: string;
  type: EventType;
  /** ISO 8601 in UTC. */
  at: string;
  related: { type: RelatedType; id: string };
  /** Null: the organization as a whole. */
  projectId: string | null;
  data: Record<string, unknown>;
  /** Of the request that caused it; null if none did. */
  correlationId: string | null;
}

/** An event as programs get it, by the API and by webhooks. */
export interface EventBody {
  id: string;
  type: EventType;
  timestamp: string;
  related: { type: RelatedType; id: string; url: string };
  data: Record<string, unknown>;
}

/** The columns of an `EventRow`. `changed` are the names of the changed fields alone: values can be long. */
export const EVENT_COLUMNS = `sequence, organization_id, id, event_type, at, object_id, project_id, link_id, link_version,
  (SELECT json_group_array(value ->> 'field') FROM json_each(changes)) AS changed, event_data, correlation_id`;

/** A row of `activity` that is an event. */
export interface EventRow {
  sequence: number;
  organization_id: string;
  id: string;
  event_type: EventType;
  at: string;
  object_id: string;
  project_id: string | null;
  link_id: string | null;
  link_version: number | null;
  changed: string;
  event_data: string | null;
  correlation_id: string | null;
}

/** The id of an event, from that of its activity and back. */
const PREFIXES = { activity: "act_", event: "evt_" };
export const activityIdOf = (eventId: string): string =>
  eventId.startsWith(PREFIXES.event) ? PREFIXES.activity + eventId.slice(PREFIXES.event.length) : "";

export function eventIn(row: EventRow): AppEvent {
  const type = row.event_type;
  const related = { type: relatedOf(type), id: row.object_id };
  // Only features/writes/ writes these columns.
  const stored = JSON.parse(row.event_data ?? "{}") as Record<string, unknown>;
  const changed = JSON.parse(row.changed) as string[];
  const data = {
    [RELATED[related.type][0]]: related.id,
    ...(related.type === "qr_code" && {
      linkId: row.link_id,
      identifier: parseQrCodeId(related.id)?.identifier,
    }),
    projectId: row.project_id,
    revision: row.link_version,
    ...(changed.length > 0 && type !== "destination.switched" && { changed }),
    ...stored,
  };
  return {
    organizationId: row.organization_id,
    sequence: row.sequence,
    id: PREFIXES.event + row.id.slice(PREFIXES.activity.length),
    type,
    at: row.at,
    related,
    projectId: row.project_id,
    data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null)),
    correlationId: row.correlation_id,
  };
}

/** The field with the id of what an event is about, and its path: in the API, or for people where the API does not have it. */
const RELATED: Readonly<
  Record<RelatedType, [field: string, path: (id: string, dashboard: string) => string]>
> = {
  link: ["linkId", (id) => `/v1/links/${id}`],
  qr_code: [
    "qrCodeId",
    (id) => `/v1/links/${parseQrCodeId(id)?.linkId}/qr-codes/${parseQrCodeId(id)?.identifier}`,
  ],
  import: ["importId", (id, dashboard) => `${dashboard}/links/import/${id}`],
  api_key: ["keyId", (id, dashboard) => `${dashboard}/keys/${id}`],
  webhook: ["webhookId", (id) => `/v1/webhooks/${id}`],
  project: ["projectId", (id) => `/v1/projects/${encodeURIComponent(id)}`],
  organization: ["organizationId", (_, dashboard) => dashboard],
};

/** The event as programs get it. `origin` is that of the API, which is also that of the dashboard. */
export const eventBody = (
  { id, type, at, related, organizationId, data }: Omit<AppEvent, "correlationId">,
  origin: string,
): EventBody => ({
  id,
  type,
  timestamp: at,
  related: {
    ...related,
    url: origin + RELATED[related.type][1](related.id, `/dashboard/o/${encodeURIComponent(organizationId)}`),
  },
  data,
});

/** What members are alerted of: the event that causes it, and how screens call it. */
export const ALERTS = {
  "product.unavailable": { label: "A product is sold out" },
  "product.back": { label: "A product is back" },
  "link.broken": { label: "A destination is broken" },
  "page.failed": { label: "A page failed" },
  "link.ending": { label: "A campaign ends in three days" },
  "code.not_scanned": { label: "A printed code is not scanned for 14 days" },
  "visits.unusual": { label: "Visits are tenfold or a tenth of usual" },
  "api_key.expiring": { label: "An API key expires within a week" },
  "webhook.disabled": { label: "A webhook was switched off" },
  "quota.near": { label: "80% of a quota is used" },
} as const satisfies Partial<Record<EventType, { label: string }>>;

/** The type of an event that is an alert. */
export type AlertType = keyof typeof ALERTS;
export const ALERT_TYPES = Object.keys(ALERTS) as AlertType[]; // the keys of the constant above
