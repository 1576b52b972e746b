import { locationOf } from "../../ground/core/plain-url.ts";
import { DEADLINES, within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import { Memory } from "../../ground/platform/memory.ts";
import type { NearestInstance } from "./nearest-instance.ts";

/** A confirmed domain, as the redirect needs it. Its URLs can be used in a Location header. */
export interface LinkDomain {
  organizationId: string;
  /** Where `/` redirects; null: the 404 page. */
  rootUrl: string | null;
  /** Where URLs without a link redirect; null: the 404 page. */
  notFoundUrl: string | null;
}

const CAPACITY = 1_000;
const CACHED_MS = 30_000;
/** How long D1 is not queried again after it did not respond. */
const RETRY_MS = 5_000;

/** State of this isolate: domains by host; null for unknown hosts. */
const known = new Memory<LinkDomain | null>(CAPACITY, CACHED_MS);

/** The domain at a host, from memory: null for an unknown host, undefined if D1 has to be queried. */
export function recallDomain(host: string, now: number): LinkDomain | null | undefined {
  const found = known.find(host, now);
  return found?.fresh ? found.value : undefined;
}

interface DomainRow {
  organization_id: string;
  root_url: string | null;
  not_found_url: string | null;
}

/**
 * The domain at a host, from the nearest D1 instance; null for an unknown host. If D1 does not respond, the value in
 * memory applies, however old; without it, the host counts as our own, so that short links redirect. Never rejects.
 */
export async function queryDomain(
  host: string,
  now: number,
  { db, instance, log }: { db: D1Database; instance: NearestInstance; log: Log },
): Promise<LinkDomain | null> {
  const select = (from: Pick<D1Database, "prepare">) =>
    from
      .prepare(
        `SELECT organization_id, root_url, not_found_url FROM domains
         WHERE host = ?1 AND confirmed_at IS NOT NULL`,
      )
      .bind(host);
  try {
    const { row } = await within(DEADLINES.redirect, instance.first<DomainRow>(db, now, select));
    const domain = row && {
      organizationId: row.organization_id,
      rootUrl: row.root_url && locationOf(row.root_url),
      notFoundUrl: row.not_found_url && locationOf(row.not_found_url),
    };
    known.set(host, domain, now);
    return domain;
  } catch (cause) {
    log("error", "domain", { host, cause });
    const old = known.find(host, now)?.value ?? null;
    known.set(host, old, now - CACHED_MS + RETRY_MS);
    return old;
  }
}
