import * as z from "zod";
import type { Account } from "../cloudflare/account.ts";
import { createDatabase } from "../cloudflare/d1-api.ts";
import type { Deployment } from "../configuration/deployment.ts";
import { type Found, namespaceTitle, queueNames } from "./survey.ts";

/** A missing resource of the account, and how to create it. */
export interface Missing {
  /** Its name for people, such as "KV namespace shoppable-links-links". */
  title: string;
  /** Creates it and adds it to `found`. */
  create: (account: Account, found: Found) => Promise<void>;
}

const Namespace = z.object({ id: z.string() });
const Queue = z.object({ queue_id: z.string() });

/** The resources that a deployment has to create, in order. */
export function missingOf(deployment: Deployment, found: Found): Missing[] {
  const { d1_databases, kv_namespaces, r2_buckets } = deployment.bindings;
  const missing: Missing[] = [];
  for (const { database_name: name } of found.database === null ? d1_databases : []) {
    missing.push({
      title: `D1 database ${name}`,
      create: async (account, now) => {
        now.database = await createDatabase(account, name);
      },
    });
  }
  for (const { binding } of kv_namespaces.filter(({ binding }) => !found.namespaces.has(binding))) {
    const title = namespaceTitle(deployment, binding);
    missing.push({
      title: `KV namespace ${title}`,
      create: async ({ api, path }, now) => {
        const { id } = await api.call("POST", `${path}/storage/kv/namespaces`, Namespace, { title });
        now.namespaces.set(binding, id);
      },
    });
  }
  for (const { bucket_name: name } of r2_buckets.filter(
    ({ bucket_name }) => !found.buckets.has(bucket_name),
  )) {
    missing.push({
      title: `R2 bucket ${name}`,
      create: async ({ api, path }, now) => {
        await api.call("POST", `${path}/r2/buckets`, z.unknown(), { name });
        now.buckets.add(name);
      },
    });
  }
  for (const name of queueNames(deployment).filter((name) => !found.queues.has(name))) {
    missing.push({
      title: `queue ${name}`,
      create: async ({ api, path }, now) => {
        const { queue_id } = await api.call("POST", `${path}/queues`, Queue, { queue_name: name });
        now.queues.set(name, queue_id);
      },
    });
  }
  return missing;
}
