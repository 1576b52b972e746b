import { jobActor, type MemberActor } from "../../../features/access/actor.ts";
import type { DomainDependencies } from "../../../features/addresses/claimed-domain.ts";
import type { DomainStore } from "../../../features/addresses/domain-store.ts";
import { addDomain } from "../../../features/addresses/manage-domains.ts";

/** Names of this machine, which need no DNS and have the service's own port. */
const [MAPLE, PINE] = ["maple.localhost", "pine.localhost"] as const;

/** The hosts of the season; new links of its project get the first. */
export const SEASON_HOSTS: readonly string[] = [MAPLE, PINE];

/** The domain and slug of a link of the season. */
interface SeasonAddress {
  host: string;
  slug?: string;
  /** Its first slug, which keeps redirecting. */
  earlier?: string;
}

/** The links on one of the domains, by name; all others are on the default host, without a slug. */
export const SEASON_ADDRESSES: ReadonlyMap<string, SeasonAddress> = new Map([
  ["Newsletter September", { host: MAPLE, slug: "september" }],
  ["Newsletter October", { host: MAPLE, slug: "october" }],
  ["Competition on the lid", { host: MAPLE, slug: "win-a-tree" }],
  ["Holiday gift guide", { host: MAPLE, slug: "gifts", earlier: "gift-guide" }],
  ["Advent calendar, door 1", { host: MAPLE, slug: "advent" }],
  ["Recipe card: squash soup", { host: PINE, slug: "squash-soup" }],
  ["Store finder, receipt", { host: PINE, slug: "stores" }],
  ["Gift box card", { host: PINE }],
]);

const operator = jobActor("npm run demo");

/** Gives the demo organization the domains of the season, except domains that are taken. */
export async function addSeasonDomains(
  { organizationId }: MemberActor,
  projectId: string,
  dependencies: DomainDependencies,
): Promise<void> {
  const settings = { rootUrl: "https://example.com/", notFoundUrl: "https://example.com/search" };
  for (const host of SEASON_HOSTS) {
    if ((await dependencies.domains.claimsOf(host)).length > 0) continue;
    const own = host === MAPLE ? { projectId, ...settings } : {};
    await addDomain(operator, { host, organizationId, ...own }, dependencies);
  }
}

/** The domains for the creation of a link on `host`; undefined: on the default host. */
export const domainsFor = (store: DomainStore, host: string | undefined, projectId: string): DomainStore => ({
  ...store,
  confirmed: async () =>
    (await store.listAll()).map((domain) => ({
      ...domain,
      projectId: domain.host === host ? projectId : null,
    })),
});
