import { allRows } from "../../ground/platform/d1.ts";

/** Which addresses of a domain its apps open: of all links, only those with a slug or an imported path, or none. */
export const APP_ADDRESSES = ["all", "slugs", "none"] as const;
type AppAddresses = (typeof APP_ADDRESSES)[number];

/** The apps of a domain that open its links where they are installed. */
export interface DomainApps {
  /** A prefix and a bundle id: `ABCDE12345.com.example.app`. */
  iosApps: readonly string[];
  /** A package name and the SHA-256 fingerprint of its certificate: `com.example.app AA:BB:…`. */
  androidApps: readonly string[];
  appAddresses: AppAddresses;
}

/** A domain whose links open no app. */
export const NO_APPS: DomainApps = { iosApps: [], androidApps: [], appAddresses: "all" };

/** Whether links of a domain open an app. */
export const hasApps = ({ iosApps, androidApps }: Pick<DomainApps, "iosApps" | "androidApps">): boolean =>
  iosApps.length + androidApps.length > 0;

/** A host that an organization claims for its links. Times are ISO 8601 in UTC. */
export interface Domain extends DomainApps {
  /** In lower case, without a port. */
  host: string;
  organizationId: string;
  /** The project whose new links get this domain once it is confirmed; null: no project. */
  projectId: string | null;
  /** Where `/` redirects; null: the 404 page. */
  rootUrl: string | null;
  /** Where URLs without a link redirect; null: the 404 page. */
  notFoundUrl: string | null;
  /** 32 random characters that a DNS record must contain to prove the claim. */
  token: string;
  createdAt: string;
  /** Null while the claim is pending, without any effect. */
  confirmedAt: string | null;
}

const SELECT = `SELECT host, organization_id AS organizationId, project_id AS projectId, root_url AS rootUrl,
    not_found_url AS notFoundUrl, apps, token, created_at AS createdAt, confirmed_at AS confirmedAt
  FROM domains`;

/** A row of `SELECT`; `apps` is JSON of `DomainApps`, or null without an app. */
type DomainRow = Omit<Domain, keyof DomainApps> & { apps: string | null };

function domainOf({ apps, ...row }: DomainRow): Domain {
  const stored: DomainApps = apps === null ? NO_APPS : JSON.parse(apps);
  return { ...row, ...stored };
}

/** The maximum of confirmed domains in all organizations: an isolate that creates links caches all of them. */
export const MAX_CONFIRMED = 5_000;
/** As long as projects are cached. */
const CACHED_MS = 10_000;

/** State of this isolate: the confirmed domains per database, and the end of their lifetime in milliseconds. */
const cached = new WeakMap<D1Database, { domains: readonly Domain[]; until: number }>();

/** The domains of organizations, in D1. */
export type DomainStore = ReturnType<typeof domainStore>;

export function domainStore(db: D1Database) {
  const read = (rest: string, ...values: string[]): Promise<Domain[]> =>
    allRows<DomainRow>(db, `${SELECT} ${rest}`, ...values).then((rows) => rows.map(domainOf));
  /** The pending read of `confirmed`. A store serves one request: other requests may not wait for its calls. */
  let reading: Promise<Domain[]> | undefined;
  return {
    /** Every claim of a host, the confirmed one first. */
    claimsOf: (host: string): Promise<Domain[]> =>
      read("WHERE host = ?1 ORDER BY confirmed_at IS NULL, created_at", host),
    /** The domains of an organization, by host. */
    list: (organizationId: string): Promise<Domain[]> =>
      read("WHERE organization_id = ?1 ORDER BY host", organizationId),
    /** The domains of all organizations, by host. */
    listAll: (): Promise<Domain[]> => read("ORDER BY host, organization_id"),
    /** The confirmed domains of all organizations, from this isolate's cache, at most 10 s old at `now`. */
    async confirmed(now: Date): Promise<readonly Domain[]> {
      const recalled = cached.get(db);
      if (recalled && now.getTime() < recalled.until) return recalled.domains;
      reading ??= read(`WHERE confirmed_at IS NOT NULL ORDER BY host LIMIT ${MAX_CONFIRMED}`).finally(() => {
        reading = undefined;
      });
      const domains = await reading;
      cached.set(db, { domains, until: now.getTime() + CACHED_MS });
      return domains;
    },
    /** Clears this isolate's cache. */
    forget: (): boolean => cached.delete(db),
  };
}

/** The host that new links of a project get; empty for the default host. `domains` are confirmed. */
export const domainOfProject = (
  domains: readonly Pick<Domain, "host" | "organizationId" | "projectId">[],
  { organizationId, projectId }: { organizationId: string; projectId: string },
): string =>
  domains.find((domain) => domain.organizationId === organizationId && domain.projectId === projectId)
    ?.host ?? "";
