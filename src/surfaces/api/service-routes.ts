import { Hono } from "hono";
import { hostsWithoutRoute } from "../../ground/core/route-patterns.ts";
import { SERVICE_NAME } from "../../ground/core/vocabulary.ts";
import { within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { AppEnv, Dependencies } from "../http/context.ts";
import { cachedResponse, textsByOrigins } from "./entity-tags.ts";
import { openApiDocument } from "./openapi/openapi-document.ts";

/** The probes. Ready means that the configuration is valid and D1 responds. Links work without any external service. */
export const probes = new Hono<AppEnv>()
  .get("/health", (c) => c.json({ status: "ok", service: SERVICE_NAME }))
  .get("/ready", async (c) => {
    const { dependencies } = c.var;
    const { problem } = dependencies.origins;
    if (problem !== null || dependencies.problems.length > 0) {
      const problems = new Set([...dependencies.problems, ...(problem ? [problem] : [])]);
      dependencies.log("error", "configuration", { problems: [...problems] });
      return c.json({ status: "misconfigured", service: SERVICE_NAME }, 503);
    }
    if (await isReachable(c.env.DB, dependencies.now().getTime(), dependencies.log)) {
      await logUnroutedDomains(dependencies);
      return c.json({ status: "ok", service: SERVICE_NAME });
    }
    return c.json({ status: "unavailable", service: SERVICE_NAME }, 503, { "Retry-After": "5" });
  });

/** Logs the confirmed domains that no route of the Worker covers. */
async function logUnroutedDomains({ domains, routes, now, log }: Dependencies): Promise<void> {
  if (routes === null) return;
  try {
    const hosts = (await domains.confirmed(now())).map(({ host }) => host);
    const unrouted = hostsWithoutRoute(hosts, routes);
    if (unrouted.length > 0) log("error", "domains without a route", { hosts: unrouted });
  } catch (cause) {
    log("error", "domains", { cause });
  }
}

const cachedTexts = textsByOrigins();

/** Lets tools on other sites, such as editors and viewers, read the OpenAPI document. */
const ANY_ORIGIN = { "Access-Control-Allow-Origin": "*" };

/** The route of the OpenAPI document. */
export const contract = new Hono<AppEnv>().get("/openapi.json", async (c) => {
  const { origins } = c.var.dependencies;
  const text = await cachedTexts(origins, "contract", () => JSON.stringify(openApiDocument(origins)));
  return cachedResponse(c.req.raw, text, "application/json", ANY_ORIGIN);
});

/** How long a result is reused, in milliseconds, so that an isolate queries the database at most about once a second. */
const CACHED_MS = 1_000;

/** The maximum size of a D1 database, in bytes: https://developers.cloudflare.com/d1/platform/limits/ */
const MAX_BYTES = 10_000_000_000;
/** The share of it from which the operator has to act. */
const WARNED_FROM = 0.7;

/** The last result of each database in this isolate. */
const results = new WeakMap<D1Database, { reachable: boolean; until: number }>();

/**
 * Whether the database responds to a query on our tables, as of at most a second before `now` (milliseconds since 1970). Logs
 * how large it is once it is 70 % full.
 */
export async function isReachable(db: D1Database, now: number, log: Log): Promise<boolean> {
  const known = results.get(db);
  if (known && now < known.until) return known.reachable;
  const bytes = await sizeOf(db);
  if (bytes !== null && bytes >= MAX_BYTES * WARNED_FROM)
    log("error", "database size", { bytes, most: MAX_BYTES });
  const reachable = bytes !== null;
  results.set(db, { reachable, until: now + CACHED_MS });
  return reachable;
}

/** The size of the database in bytes, from D1's response; null without a response. */
async function sizeOf(db: D1Database): Promise<number | null> {
  try {
    const statement = db.prepare("SELECT id FROM organizations LIMIT 1");
    const { meta } = await within(SERVICE_DEADLINES.readiness, statement.all());
    return meta.size_after;
  } catch {
    return null;
  }
}
