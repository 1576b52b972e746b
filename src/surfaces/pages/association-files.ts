import { Hono } from "hono";
import { appleAssociation, assetLinks } from "../../features/addresses/app-patterns.ts";
import { type DomainApps, NO_APPS } from "../../features/addresses/domain-store.ts";
import { bareHost } from "../../ground/core/domain-host.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { Memory } from "../../ground/platform/memory.ts";
import type { AppContext, AppEnv } from "../http/context.ts";

const CAPACITY = 1_000;
/** As long as the redirect caches a domain. */
const CACHED_MS = 30_000;
const CACHED_SECONDS = 300;

/** State of this isolate: the apps of domains by host; `NO_APPS` for other hosts. */
const known = new Memory<DomainApps>(CAPACITY, CACHED_MS);

/**
 * The files by which phones know that an app may open the links of a domain. Phones request them at the domain itself, and
 * accept only `application/json` with status 200, without a redirect. Hosts and domains without an app have no such file.
 */
export const associationFiles = new Hono<AppEnv>()
  .get("/apple-app-site-association", async (c) => file(c, appleAssociation(await appsOf(c))))
  .get("/assetlinks.json", async (c) => file(c, assetLinks(await appsOf(c))));

function file(c: AppContext, content: object | null): Response {
  if (content === null) throw new ServiceError("not_found", "The links of this host open no app.");
  return c.json(content, 200, { "Cache-Control": `public, max-age=${CACHED_SECONDS}` });
}

/** The apps of the request's host. If D1 does not respond, those in memory apply, however old. */
async function appsOf({ req, var: { dependencies } }: AppContext): Promise<DomainApps> {
  const now = dependencies.now().getTime();
  const host = bareHost(new URL(req.url).hostname);
  const recalled = known.find(host, now);
  if (recalled?.fresh) return recalled.value;
  try {
    const [claim] = await dependencies.domains.claimsOf(host);
    const apps = claim && claim.confirmedAt !== null ? claim : NO_APPS;
    known.set(host, apps, now);
    return apps;
  } catch (cause) {
    if (!recalled) throw cause;
    dependencies.log("error", "domain", { host, cause });
    return recalled.value;
  }
}
