import { bareHost, canBeDomain } from "../core/domain-host.ts";
import { locationOf } from "../core/location.ts";
import { DEADLINES, within } from "../platform/deadlines.ts";
import type { Log } from "../platform/log.ts";
import { Memory } from "../platform/memory.ts";
import type { NearestInstance } from "./nearest-instance.ts";

/** What the redirect needs of the confirmed domain of an organization. Its URLs are as a Location header takes them. */
export interface LinkDomain {
  organizationId: string;
  /** Where `/` redirects; null: the page that says that there is no such link. */
  rootUrl: string | null;
  /** Where URLs without a link redirect; null as above. */
  notFoundUrl: string | null;
}

const CAPACITY = 1_000;
const KNOWN_MS = 30_000;
/** How long nobody is asked again after D1 did not answer. */
const UNANSWERED_MS = 5_000;

/** State of this isolate: domains by host; null for a host that is none. */
const known = new Memory<LinkDomain | null>(CAPACITY, KNOWN_MS);
/** The own host that was asked for last: nearly every request comes to the same one. */
let lastOwn: string | undefined;

/**
 * Whether a host, as URLs have it, is our own, and so no domain of an organization: one of `ownHosts`, or one that cannot be
 * a domain.
 */
export function isOwnHost(host: string, ownHosts: readonly string[]): boolean {
  if (host === lastOwn) return true;
  if (!ownHosts.includes(host) && canBeDomain(bareHost(host))) return false;
  lastOwn = host;
  return true;
}

/** The domain at a host, as memory has it: null where there is none, undefined where D1 has to be asked. */
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
 * The domain at a host, from the nearest D1 instance; null where there is none. Where D1 does not answer, it is what memory
 * has, however old, or else none: the host counts as our own then, so that short links lead on. Never rejects.
 */
export async function askDomain(
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
    known.set(host, old, now - KNOWN_MS + UNANSWERED_MS);
    return old;
  }
}
