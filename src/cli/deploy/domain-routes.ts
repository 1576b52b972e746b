import * as z from "zod";
import { hostsWithoutRoute } from "../../core/route-patterns.ts";
import type { Account } from "../cloudflare/account.ts";
import { CloudflareError } from "../cloudflare/api.ts";
import { queryDatabase } from "../cloudflare/d1.ts";
import type { Deployment } from "../configuration/deployment.ts";

const Hosts = z.array(z.object({ host: z.string() }));

/** Every pattern by which the Worker gets requests, besides workers.dev. */
export const routePatterns = ({ customDomains, routes }: Deployment): string[] => [
  ...customDomains,
  ...routes,
];

/** A sentence for each confirmed domain in the database at which the Worker gets no requests. */
export async function domainsWithoutRoute(
  account: Account,
  deployment: Deployment,
  database: string | null,
): Promise<string[]> {
  if (database === null) return [];
  const hosts = await hostsIn(account, database);
  return hostsWithoutRoute(hosts, routePatterns(deployment)).map(
    (host) =>
      `The domain ${host} is in the database and not in \`routes\`: add { pattern = "${host}", custom_domain = true }, or remove it with npm run domains.`,
  );
}

async function hostsIn(account: Account, database: string): Promise<string[]> {
  try {
    const [answer] = await queryDatabase(
      account,
      database,
      "SELECT host FROM domains WHERE confirmed_at IS NOT NULL ORDER BY host",
    );
    return Hosts.parse(answer?.results).map(({ host }) => host);
  } catch (error) {
    // The table comes with a migration that may still be pending.
    if (error instanceof CloudflareError && /no such table/i.test(error.message)) return [];
    throw error;
  }
}
