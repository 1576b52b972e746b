import { DAY_MS } from "../core/days.ts";
import type { DestinationReport, PAGE_STATES } from "../links/extension.ts";
import type { LinkPart } from "../links/link-part.ts";
import { onD1 } from "../platform/d1.ts";
import type { ReasonCode } from "../retailers/reasons.ts";
import { destinationWithoutPage } from "./leave-ended-pages.ts";
import { pageLife } from "./page-times.ts";

interface PageRow {
  state: (typeof PAGE_STATES)[number];
  attempts: number;
  next_attempt_at: string | null;
  last_error: string | null;
  made_at: string | null;
  expires_at: string | null;
}

const SELECT = `SELECT state, attempts, next_attempt_at, last_error, made_at, expires_at
  FROM delivery_app_pages WHERE link_id = ?1 AND offer_key = ?2`;

/** The page of a list or recipe, and why its link leads there or not. Throws `service_unavailable`. */
export async function pageReport(db: D1Database, part: LinkPart): Promise<DestinationReport | null> {
  const row = await onD1(() => db.prepare(SELECT).bind(part.id, part.offerKey).first<PageRow>());
  if (!row) return null;
  const { state, attempts, last_error: lastError } = row;
  return {
    reason: reasonOf(part, row),
    page: { state, attempts, ...(lastError !== null && { lastError }) },
  };
}

function reasonOf(part: LinkPart, row: PageRow): ReasonCode {
  if (!leadsToPage(part)) return row.state === "failed" ? "page_failed" : "page_pending";
  return row.state === "failed" || isReplaced(row) ? "page_kept" : "page_made";
}

/** Whether the link or offer leads to a page of the delivery app. */
export const leadsToPage = (part: LinkPart): boolean => part.destination !== destinationWithoutPage(part);

/**
 * Whether a new page is wanted before the present one would be renewed, because the link was changed. A page that does
 * not expire is never renewed.
 */
function isReplaced({ next_attempt_at: next, made_at: made, expires_at: expires }: PageRow): boolean {
  if (next === null) return false;
  if (made === null || expires === null) return true;
  const days = (Date.parse(expires) - Date.parse(made)) / DAY_MS;
  return Date.parse(next) < pageLife(new Date(made), days).renewAt.getTime();
}
