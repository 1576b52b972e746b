import * as z from "zod";
import { hostsWithoutRoute } from "../../../ground/core/route-patterns.ts";
import type { Account } from "../cloudflare/account.ts";
import { CloudflareError } from "../cloudflare/cloudflare-api.ts";
import { queryDatabase } from "../cloudflare/d1-api.ts";
import type { Deployment } from "../configuration/deployment.ts";
import { fixFor } from "./survey.ts";

/** The problems of a deployment's domains, and what they replace. */
export interface DomainSurvey {
  problems: string[];
  /** Other uses of a domain that end. Wrangler would end them silently. */
  takesOver: string[];
}

const Zone = z.object({ id: z.string(), name: z.string() });
const Domain = z.object({ hostname: z.string(), service: z.string() });
const DnsRecord = z.object({ type: z.string(), name: z.string(), content: z.string().optional() });

/** Checks whether the Worker can use the domains of its configuration, and what uses them now. Reads only. */
export async function surveyDomains(
  account: Account,
  { customDomains, routes, workersDev, worker }: Deployment,
  subdomain: string | null,
): Promise<DomainSurvey> {
  const problems: string[] = [];
  const takesOver: string[] = [];
  if (workersDev && subdomain === null) {
    problems.push(
      `This account has no workers.dev subdomain yet: choose one at https://dash.cloudflare.com/${account.id}/workers/subdomain, or give the Worker a domain with \`routes\` and set \`workers_dev = false\`.`,
    );
  }
  if (!workersDev && customDomains.length + routes.length === 0) {
    problems.push("The Worker has no URL: set `workers_dev = true`, or give it a domain with `routes`.");
  }
  for (const hostname of customDomains) {
    const found = await surveyDomain(account, hostname, worker);
    problems.push(...found.problems);
    takesOver.push(...found.takesOver);
  }
  return { problems, takesOver };
}

async function surveyDomain(account: Account, hostname: string, worker: string): Promise<DomainSurvey> {
  const { api, path, id } = account;
  try {
    const zone = await zoneOf(account, hostname);
    if (zone === null) {
      const problem = `${hostname} belongs to no domain of this account: add its domain at https://dash.cloudflare.com/${id}/add-site first.`;
      return { problems: [problem], takesOver: [] };
    }
    const domains = await api.list(`${path}/workers/domains?hostname=${hostname}`, Domain);
    const holder = domains.find((domain) => domain.hostname === hostname)?.service;
    // If the domain is already the Worker's, so is its DNS record.
    if (holder === worker) return { problems: [], takesOver: [] };
    if (holder !== undefined) return { problems: [], takesOver: [`${hostname} from the Worker ${holder}`] };
    return { problems: [], takesOver: await recordsOf(account, zone, hostname) };
  } catch (error) {
    const problem = error instanceof CloudflareError ? fixFor("zones", error, account) : null;
    if (problem === null) throw error;
    return { problems: [problem], takesOver: [] };
  }
}

/** The zone with the longest matching name. */
async function zoneOf({ api }: Account, hostname: string): Promise<string | null> {
  const labels = hostname.split(".");
  const names = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  for (const name of names) {
    const zones = await api.list(`/zones?name=${name}`, Zone);
    const zone = zones.find((each) => each.name === name);
    if (zone) return zone.id;
  }
  return null;
}

async function recordsOf({ api }: Account, zone: string, hostname: string): Promise<string[]> {
  try {
    const records = await api.list(`/zones/${zone}/dns_records?name.exact=${hostname}`, DnsRecord);
    return records
      .filter(({ name, type }) => name === hostname && ["A", "AAAA", "CNAME"].includes(type))
      .map(({ type, content }) => `${hostname} from its DNS record ${type} ${content ?? ""}`.trim());
  } catch (error) {
    if (!(error instanceof CloudflareError) || (error.status !== 401 && error.status !== 403)) throw error;
    // wrangler's own sign-in may not read DNS.
    return [
      `${hostname} from a DNS record, if it has one: the sign-in or token can't read it without the permission "Zone, DNS, Read"`,
    ];
  }
}

const Hosts = z.array(z.object({ host: z.string() }));

/** Every pattern of the Worker's requests, besides workers.dev. */
export const routePatterns = ({ customDomains, routes }: Deployment): string[] => [
  ...customDomains,
  ...routes,
];

/** A sentence for each confirmed domain in the database that does not reach the Worker. */
export async function domainsWithoutRoute(
  account: Account,
  deployment: Deployment,
  database: string | null,
): Promise<string[]> {
  if (database === null) return [];
  const hosts = await hostsIn(account, database);
  return hostsWithoutRoute(hosts, routePatterns(deployment)).map(
    (host) =>
      `The domain ${host} is in the database but not in \`routes\`: add { pattern = "${host}", custom_domain = true }, or remove it with npm run domains.`,
  );
}

async function hostsIn(account: Account, database: string): Promise<string[]> {
  try {
    const [result] = await queryDatabase(
      account,
      database,
      "SELECT host FROM domains WHERE confirmed_at IS NOT NULL ORDER BY host",
    );
    return Hosts.parse(result?.results).map(({ host }) => host);
  } catch (error) {
    // The table comes with a migration that may still be pending.
    if (error instanceof CloudflareError && /no such table/i.test(error.message)) return [];
    throw error;
  }
}
