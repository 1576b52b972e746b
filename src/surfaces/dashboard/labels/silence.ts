import type { Alert } from "../../../extras/alerts/alerts.ts";
import { DEFAULT_QR_IDENTIFIER } from "../../../ground/core/vocabulary.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import { shortBucketName } from "../charts/bucket-names.ts";

/** Since when nobody scanned the code of an alert: "Nobody has scanned this code since 13 Nov." */
export function silence({ data: { identifier, downloadedAt } }: Alert, zone: Zone): string {
  const code = identifier === DEFAULT_QR_IDENTIFIER ? "this code" : `the code “${String(identifier)}”`;
  const since = zone.dayOf(new Date(String(downloadedAt)));
  return `Nobody has scanned ${code} since ${shortBucketName(since, "day")}.`;
}
