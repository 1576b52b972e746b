import type { Hono } from "hono";
import type { Env } from "./env.ts";
import type { AppEnv } from "./http/context.ts";
import { log } from "./platform/log.ts";
import { redirectSettings } from "./settings/redirect-settings.ts";
import { originsOf } from "./settings/request-origins.ts";
import { respondOnDomain } from "./short-links/on-domain.ts";
import { orUnavailable, redirect } from "./short-links/redirect.ts";
import { parseShortLink } from "./short-links/short-link-url.ts";
import type { RedirectDependencies, ShopperPages } from "./short-links/short-link-visit.ts";
import { countVisit } from "./visits/visit-buffer.ts";

/** The paths of src/dashboard-app.ts. Both apps respond to other paths in the same way. */
const DASHBOARD = /^https?:\/\/[^/]+\/(?:dashboard|shared|assets|\?|$)/;

/** The paths of src/docs-app.ts. */
const DOCS = /^https?:\/\/[^/]+\/(?:docs(?:\.md)?|llms(?:-full)?\.txt)(?:[/?]|$)/;

const LOADERS = {
  dashboard: async () => (await import("./dashboard-app.ts")).dashboardApp,
  docs: async () => (await import("./docs-app.ts")).docsApp,
  api: async () => (await import("./app.ts")).app,
};
const nameOf = (url: string) => (DASHBOARD.test(url) ? "dashboard" : DOCS.test(url) ? "docs" : "api");

/** The apps after their first request, because importing a loaded module takes time too. State of this isolate. */
const apps = new Map<string, Hono<AppEnv>>();

async function appFor(url: string): Promise<Hono<AppEnv>> {
  const name = nameOf(url);
  const app = apps.get(name) ?? (await LOADERS[name]());
  apps.set(name, app);
  return app;
}

/** The pages of short links, after the first request for such a page. State of this isolate. */
let shopperPages: ShopperPages | undefined;

const loadShopperPages = async (): Promise<ShopperPages> => {
  shopperPages ??= (await import("./pages/shopper-pages.ts")).shopperPages;
  return shopperPages;
};

/**
 * The Worker. A new isolate loads only what short links need. The API, the dashboard and the jobs are separate modules that
 * are loaded at their first use, because that takes longer than the rest of a cold start.
 */
export default {
  fetch(request, env, context) {
    const shortLink = parseShortLink(request.url);
    const { countsVisits, keepsTagOnScans, ownHosts } = redirectSettings(env);
    const waitUntil = (work: Promise<unknown>) => context.waitUntil(work);
    const dependencies: RedirectDependencies = {
      kv: env.LINKS,
      db: env.DB,
      ownHosts,
      unknownLimiter: env.UNKNOWN_LINK_RATE_LIMIT,
      origins: () => originsOf(env, request.url),
      keepsTagOnScans,
      shopperPages: () => shopperPages ?? loadShopperPages(),
      countVisit(visit) {
        if (countsVisits) countVisit(visit, env.VISITS, waitUntil, log);
      },
      countUnknown(visit) {
        if (!countsVisits) return;
        const counting = import("./visits/unknown-visits.ts");
        waitUntil(counting.then(({ countUnknown }) => countUnknown(visit, env.VISITS, log)));
      },
      waitUntil,
      log,
    };
    if (!shortLink) {
      const serve = async () => (await appFor(request.url)).fetch(request, env, context);
      const elsewhere = respondOnDomain(request, dependencies);
      return elsewhere ? elsewhere.then((response) => response ?? serve()) : serve();
    }
    return orUnavailable(request, log, () => redirect(request, shortLink, dependencies));
  },
  async queue(batch, env) {
    if (batch.queue.endsWith("-imports")) {
      const { takeRuns } = await import("./queued.ts");
      return takeRuns(batch.messages, env);
    }
    if (batch.queue.endsWith("-webhooks")) {
      const { takeWebhooks } = await import("./queued.ts");
      return takeWebhooks(batch.messages, env);
    }
    const { storeVisits } = await import("./visits/store-visits.ts");
    await storeVisits(batch.messages, { db: env.DB, log, now: () => new Date() });
  },
  async scheduled(controller, env) {
    const { runJobs } = await import("./scheduled.ts");
    await runJobs(env, new Date(controller.scheduledTime));
  },
} satisfies ExportedHandler<Env>;
