import { hostsWithoutRoute } from "../../../ground/core/route-patterns.ts";
import { type Account, openAccount } from "../cloudflare/account.ts";
import type { Queue } from "../cloudflare/queues-api.ts";
import type { DatabaseLocation } from "../command-line/database-location.ts";
import { problemsOfDeployment } from "../configuration/configuration.ts";
import { type Deployment, type Ids, readDeployment } from "../configuration/deployment.ts";
import type { Migrations } from "../database/migrations.ts";
import {
  findBuckets,
  findDatabase,
  findDomains,
  findNamespaces,
  findQueues,
  findWorker,
  type Part,
  readAccount,
} from "./resources.ts";

/** What a deployment finds in its account. */
export interface Survey extends Ids {
  account: Account;
  deployment: Deployment;
  queues: readonly Queue[];
  /** The names of the Worker's secrets; null if it was never uploaded, or is unread. */
  secrets: readonly string[] | null;
  /** The parts that Cloudflare did not show, so that nobody knows whether they exist, with the reason. */
  unread: ReadonlyMap<Part, string>;
  /** The URL of the service, without a final slash. */
  address: string;
  /** The resources to create, such as "queue shoppable-links-visits". */
  missing: readonly string[];
  /** Hosts that wrangler would take silently, with what has them now. */
  takesOver: readonly string[];
  migrations: Migrations;
  /** Confirmed domains in the database that do not reach the Worker, as sentences. */
  unrouted: readonly string[];
  /** Why a deployment is impossible, as sentences. */
  problems: readonly string[];
}

/**
 * Looks for everything that the deployment needs, by its names. Reads only. `isBrief`: without queues, buckets and zones, which the
 * token of a build service may not list; wrangler finds or creates them itself.
 */
export async function survey(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
  isBrief = false,
): Promise<Survey> {
  const deployment = await readDeployment(location);
  const account = await openAccount(deployment.accountId, environment);
  const found = readAccount(account, deployment);
  const uploaded = findWorker(found);
  const [worker, database, kv, buckets, queues, domains] = await Promise.all([
    uploaded,
    findDatabase(found),
    findNamespaces(found, uploaded),
    isBrief ? { missing: [] } : findBuckets(found),
    isBrief ? { queues: [], missing: [], problems: [] } : findQueues(found),
    findDomains(found, !isBrief),
  ]);
  const { settings, address } = worker;
  return {
    account,
    deployment,
    database: database.id,
    namespaces: kv.namespaces,
    queues: queues.queues,
    unread: found.unread,
    secrets: settings?.bindings.flatMap(({ name, type }) => (type === "secret_text" ? [name] : [])) ?? null,
    address,
    missing: [database, kv, buckets, queues].flatMap(({ missing }) => missing),
    takesOver: domains.takesOver,
    migrations: database.migrations,
    unrouted: hostsWithoutRoute(database.hosts, [...deployment.customDomains, ...deployment.routes]).map(
      (host) =>
        `The domain ${host} is in the database but not in \`routes\`: add { pattern = "${host}", custom_domain = true }, or remove it with npm run domains.`,
    ),
    problems: [
      ...problemsOfDeployment(deployment),
      ...[worker, domains, queues, database].flatMap(({ problems }) => problems),
      ...found.rejections,
    ],
  };
}
