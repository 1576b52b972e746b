import { onD1 } from "../platform/d1.ts";
import type { Domain } from "./domain.ts";

interface DomainRow {
  host: string;
  organization_id: string;
  project_id: string | null;
  root_url: string | null;
  not_found_url: string | null;
  created_at: string;
}

const SELECT = "SELECT host, organization_id, project_id, root_url, not_found_url, created_at FROM domains";

const fromRow = (row: DomainRow): Domain => ({
  host: row.host,
  organizationId: row.organization_id,
  projectId: row.project_id,
  rootUrl: row.root_url,
  notFoundUrl: row.not_found_url,
  createdAt: row.created_at,
});

/** The most domains of all organizations together: an isolate that creates links remembers all of them. */
export const MOST_DOMAINS = 5_000;
/** As for the projects of creates. */
const KNOWN_MS = 10_000;

/** State of this isolate: the domains in the database of a binding, and until when they are known, in milliseconds. */
const known = new WeakMap<D1Database, { domains: readonly Domain[]; until: number }>();

/** The domains of organizations, in D1. Each call may throw `service_unavailable`. */
export type DomainStore = ReturnType<typeof domainStore>;

/** The domains in `db`. */
export function domainStore(db: D1Database) {
  const read = async (statement: D1PreparedStatement): Promise<Domain[]> =>
    (await onD1(() => statement.all<DomainRow>())).results.map(fromRow);
  /** What `all` reads now. A store serves one request: another one may not wait for its calls. */
  let reading: Promise<Domain[]> | undefined;
  return {
    async find(host: string): Promise<Domain | null> {
      const [domain] = await read(db.prepare(`${SELECT} WHERE host = ?1`).bind(host));
      return domain ?? null;
    },
    /** Those of an organization, by host. */
    list: (organizationId: string): Promise<Domain[]> =>
      read(db.prepare(`${SELECT} WHERE organization_id = ?1 ORDER BY host`).bind(organizationId)),
    /** Those of all organizations, by host. */
    listAll: (): Promise<Domain[]> => read(db.prepare(`${SELECT} ORDER BY host LIMIT ${MOST_DOMAINS}`)),
    /** The same as this isolate remembers them, at most 10 s old at `now`. */
    async all(now: Date): Promise<readonly Domain[]> {
      const recalled = known.get(db);
      if (recalled && now.getTime() < recalled.until) return recalled.domains;
      reading ??= this.listAll().finally(() => {
        reading = undefined;
      });
      const domains = await reading;
      known.set(db, { domains, until: now.getTime() + KNOWN_MS });
      return domains;
    },
    /** Forgets what this isolate remembers. */
    forget: (): boolean => known.delete(db),
  };
}

/** The host that new links of a project get; empty for the default one. */
export const domainOfProject = (
  domains: readonly Domain[],
  { organizationId, projectId }: { organizationId: string; projectId: string },
): string =>
  domains.find((domain) => domain.organizationId === organizationId && domain.projectId === projectId)
    ?.host ?? "";
