import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { newId, now, Refused, type Routes, refuse } from "./answers.ts";
import { type Database, databaseRoutes } from "./databases.ts";
import { type Domain, domainRoutes } from "./domains.ts";
import { type Queue, queueRoutes } from "./queues.ts";
import { type Binding, type Script, workerRoutes } from "./workers.ts";

/** A recorded request to the API. */
export interface Recorded {
  method: string;
  path: string;
  json: unknown;
  status: number;
}

/** How the account differs from a complete account. Tests change it between commands. */
export interface Circumstances {
  /** The account's subdomain of workers.dev. */
  subdomain: string | null;
  r2Enabled: boolean;
  /** Products without permission: d1, kv, r2, queues, workers, zones, analytics. */
  denied: Set<string>;
  /** Responses in place of Cloudflare's own, by the end of the path. */
  replaced: Map<string, { status: number; body: unknown }>;
  /** How many of the next uploads are rejected. */
  refusedUploads: number;
  /** The response of the deployed Worker at /ready. */
  ready: { status: number; body: unknown };
}

const ACCOUNT = "0123456789abcdef0123456789abcdef";
const Named = z.object({ name: z.string() });
const Titled = z.object({ title: z.string() });

/**
 * A server that replaces Cloudflare's API for wrangler and our commands. Created resources are in
 * memory, with databases as real SQLite; requests that a real account rejects are rejected; every request is recorded. It also
 * responds to `/ready` for the deployed Worker, if API_ORIGIN is its URL.
 */
export async function startCloudflare() {
  const account = {
    databases: new Map<string, Database>(),
    namespaces: new Map<string, { id: string; title: string }>(),
    buckets: new Set<string>(),
    /** Objects in R2 by their key, of any bucket. */
    objects: new Map<string, Uint8Array>(),
    queues: new Map<string, Queue>(),
    scripts: new Map<string, Script>(),
    domains: [] as Domain[],
    cronRuns: [] as { datetime: string; status: string }[],
  };
  const circumstances: Circumstances = {
    subdomain: "acme",
    r2Enabled: true,
    denied: new Set(),
    replaced: new Map(),
    refusedUploads: 0,
    ready: { status: 200, body: { status: "ok" } },
  };
  const files = new Map<string, string>();
  const recorded: Recorded[] = [];
  // A server that listens on a port has an address of this type.
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const exists: Record<string, (binding: Binding) => boolean> = {
    d1: ({ id, database_id }) => account.databases.has(id ?? database_id ?? ""),
    kv_namespace: ({ namespace_id }) => account.namespaces.has(namespace_id ?? ""),
    r2_bucket: ({ bucket_name }) => account.buckets.has(bucket_name ?? ""),
    queue: ({ queue_name }) => account.queues.has(queue_name ?? ""),
  };
  const missing = (binding: Binding): string | null => {
    if (circumstances.refusedUploads > 0) {
      circumstances.refusedUploads--;
      return "the upload is refused, as the test asks";
    }
    return (exists[binding.type] ?? (() => true))(binding)
      ? null
      : `${binding.type} ${binding.name} not found`;
  };
  const routes: Routes = {
    "GET /user": () => ({ id: newId(), email: "deployer@example.com" }),
    "GET /user/tokens/verify": () => ({ id: newId(), status: "active" }),
    "GET /memberships": () => [{ id: newId(), account: { id: ACCOUNT, name: "Acme" } }],
    "GET /accounts": () => [{ id: ACCOUNT, name: "Acme" }],
    "GET /accounts/:account/storage/kv/namespaces": () => [...account.namespaces.values()],
    "POST /accounts/:account/storage/kv/namespaces": ({ json }) => {
      const { title } = Titled.parse(json);
      if ([...account.namespaces.values()].some((each) => each.title === title))
        refuse(400, 10014, "a namespace with this account ID and title already exists");
      const namespace = { id: newId(), title };
      account.namespaces.set(namespace.id, namespace);
      return namespace;
    },
    "GET /accounts/:account/r2/buckets": () => ({ buckets: [...account.buckets].map((name) => ({ name })) }),
    "POST /accounts/:account/r2/buckets": ({ json }) => {
      const { name } = Named.parse(json);
      account.buckets.add(name);
      return { name, creation_date: now() };
    },
    "GET /accounts/:account/r2/buckets/:name": ({ at }) =>
      account.buckets.has(at.name ?? "")
        ? { name: at.name }
        : refuse(404, 10006, "The specified bucket does not exist."),
    "GET /accounts/:account/workers/subdomain": () =>
      circumstances.subdomain === null
        ? refuse(404, 10007, "You do not have a workers.dev subdomain.")
        : { subdomain: circumstances.subdomain },
    ...databaseRoutes(account.databases, files, origin),
    ...queueRoutes(account.queues),
    ...workerRoutes(account.scripts, missing),
    ...domainRoutes(account.domains),
  };
  const matchers = Object.entries(routes).map(([key, answer]) => {
    const [method, path = ""] = key.split(" ");
    return { method, answer, pattern: new RegExp(`^${path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`) };
  });

  async function answer(request: Request, url: URL, path: string, json: unknown): Promise<unknown> {
    requireReach(path, circumstances);
    for (const { method, answer, pattern } of matchers) {
      const match = method === request.method ? pattern.exec(path) : null;
      if (match) return answer({ at: { ...match.groups }, query: url.searchParams, json, request });
    }
    return refuse(404, 7003, `The stand-in does not know ${request.method} ${path}`);
  }

  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", origin());
    const bytes = await buffer(incoming);
    const give = (status: number, body: unknown) =>
      outgoing.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/ready") return give(circumstances.ready.status, circumstances.ready.body);
    const [, file] = /^\/files\/(.*)$/.exec(url.pathname) ?? [];
    if (file !== undefined && incoming.method === "PUT") {
      files.set(file, bytes.toString());
      const etag = `"${createHash("md5").update(bytes).digest("hex")}"`;
      return outgoing.writeHead(200, { etag }).end();
    }
    if (file !== undefined) return outgoing.writeHead(files.has(file) ? 200 : 404).end(files.get(file));
    const path = decodeURIComponent(url.pathname.replace("/client/v4", ""));
    const [, object] = /\/r2\/buckets\/[^/]+\/objects\/(.+)$/.exec(path) ?? [];
    if (object !== undefined) {
      if (incoming.method === "PUT") account.objects.set(object, bytes);
      const found = account.objects.get(object);
      return incoming.method === "PUT"
        ? give(200, { success: true, errors: [], messages: [], result: {} })
        : outgoing.writeHead(found ? 200 : 404).end(found);
    }
    const isJson =
      /json/.test(incoming.headers["content-type"] ?? "") || bytes[0] === 0x7b || bytes[0] === 0x5b;
    const json: unknown = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
    // A header that occurs twice is a list; none of the headers here does.
    const headers = incoming.headers as Record<string, string>;
    const method = incoming.method ?? "GET";
    const request = new Request(url, { method, headers, ...(bytes.length > 0 && { body: bytes }) });
    let status = 200;
    try {
      const [, other] = [...circumstances.replaced].find(([end]) => path.endsWith(end)) ?? [];
      if (other) return give(other.status, other.body);
      if (path === "/graphql") return give(200, analytics(account.cronRuns, circumstances));
      const found = await answer(request, url, path, json);
      // Everything fits on the first page.
      const isLaterPage = Number(url.searchParams.get("page") ?? 1) > 1;
      const result = Array.isArray(found) && method === "GET" && isLaterPage ? [] : found;
      const count = Array.isArray(result) ? result.length : 0;
      const result_info = { page: 1, per_page: 100, count, total_count: count, total_pages: 1 };
      give(200, {
        success: true,
        errors: [],
        messages: [],
        result,
        ...(Array.isArray(result) && { result_info }),
      });
    } catch (error) {
      const { code, message } = error instanceof Refused ? error : { code: 1, message: String(error) };
      status = error instanceof Refused ? error.status : 500;
      give(status, { success: false, errors: [{ code, message }], messages: [], result: null });
    } finally {
      recorded.push({ method, path: path + url.search, json, status });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    account,
    circumstances,
    recorded,
    origin: origin(),
    /** The environment of commands and wrangler for this server. */
    environment: {
      ...definedOnly(process.env),
      // As on a machine of an operator; tests of builds set them.
      CI: "",
      WORKERS_CI: "",
      CLOUDFLARE_API_BASE_URL: `${origin()}/client/v4`,
      CLOUDFLARE_API_TOKEN: "token",
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    },
    /** The requests since the last call except GETs, which may have changed data, without the account. */
    takeWrites(): string[] {
      const writes = recorded.splice(0).filter(({ method }) => method !== "GET");
      return writes.map(({ method, path }) => `${method} ${path.replace(`/accounts/${ACCOUNT}`, "")}`);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type Cloudflare = Awaited<ReturnType<typeof startCloudflare>>;

/** Rejects requests without permission, and R2 if the account has not accepted its terms. */
function requireReach(path: string, { denied, r2Enabled }: Circumstances): void {
  const products: [string, RegExp][] = [
    ["d1", /\/d1\//],
    ["kv", /\/storage\/kv\//],
    ["r2", /\/r2\//],
    ["queues", /\/queues/],
    ["zones", /^\/zones/],
    ["workers", /\/workers\//],
    ["all", /./],
  ];
  const refused = products.find(([product, pattern]) => denied.has(product) && pattern.test(path));
  if (refused) refuse(403, 10000, "Authentication error");
  if (/\/r2\//.test(path) && !r2Enabled)
    refuse(403, 10042, "Please enable R2 through the Cloudflare Dashboard.");
}

/** The cron's runs, as in the analytics API. */
function analytics(runs: readonly unknown[], { denied }: Circumstances): unknown {
  if (denied.has("analytics"))
    return { data: null, errors: [{ message: "not authorized for that account" }] };
  return { data: { viewer: { accounts: [{ workersInvocationsScheduled: runs }] } }, errors: null };
}

const definedOnly = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
