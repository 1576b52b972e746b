import type { Env } from "./env.ts";
import { orUnavailable, redirect, respondOnDomain } from "./features/short-links/redirect.ts";
import { parseShortLink } from "./features/short-links/short-link-url.ts";
import type { RedirectDependencies } from "./features/short-links/short-link-visit.ts";
import { pause } from "./ground/platform/deadlines.ts";
import { log } from "./ground/platform/log.ts";
import { onDemand } from "./ground/platform/on-demand.ts";
import { redirectSettings } from "./ground/platform/redirect-settings.ts";
import { originsOf } from "./ground/platform/request-origins.ts";

/** The paths of src/dashboard-app.ts. Both apps respond to other paths in the same way. */
const DASHBOARD = /^https?:\/\/[^/]+\/(?:dashboard|shared|assets|\?|$)/;

/** The paths of src/docs-app.ts. */
const DOCS = /^https?:\/\/[^/]+\/(?:docs(?:\.md)?|llms(?:-full)?\.txt)(?:[/?]|$)/;

const APPS = {
  dashboard: onDemand(async () => (await import("./dashboard-app.ts")).dashboardApp),
  docs: onDemand(async () => (await import("./docs-app.ts")).docsApp),
  api: onDemand(async () => (await import("./app.ts")).app),
};
const appFor = (url: string) => APPS[DASHBOARD.test(url) ? "dashboard" : DOCS.test(url) ? "docs" : "api"];

/** What few short links need. */
const otherVisits = onDemand(() => import("./features/short-links/other-visits.ts"));

/** The pages of short links. */
const shopperPages = onDemand(async () => (await import("./surfaces/pages/shopper-pages.ts")).shopperPages);

/** The counting of visits, which is loaded after the first response. */
const visitCounting = onDemand(() => import("./features/visits/visit-buffer.ts"));

/**
 * The Worker. A new isolate loads only what short links need. The API, the dashboard and the jobs are separate modules that
 * are loaded at their first use, because that takes longer than the rest of a cold start.
 */
export default {
  fetch(request, env, context) {
    const shortLink = parseShortLink(request.url);
    const { countsVisits, ownHosts } = redirectSettings(env);
    const waitUntil = (work: Promise<unknown>) => context.waitUntil(work);
    const dependencies: RedirectDependencies = {
      kv: env.LINKS,
      db: env.DB,
      ownHosts,
      unknownLimiter: env.UNKNOWN_LINK_RATE_LIMIT,
      origins: () => originsOf(env, new URL(request.url)),
      variables: env,
      otherVisits,
      shopperPages: () => shopperPages.use((pages) => pages),
      countVisit(visit) {
        if (!countsVisits) return;
        const count = () =>
          visitCounting.use((counting) => counting.countVisit(visit, request, env, waitUntil, log));
        if (visitCounting.loaded) count();
        else waitUntil(pause(0).then(count));
      },
      countUnknown(visit) {
        if (!countsVisits) return;
        const counting = import("./features/visits/unknown-visits.ts");
        waitUntil(counting.then(({ countUnknown }) => countUnknown(visit, env.VISITS, log)));
      },
      random: Math.random,
      waitUntil,
      log,
    };
    if (!shortLink) {
      const serve = () => appFor(request.url).use((app) => app.fetch(request, env, context));
      const elsewhere = respondOnDomain(request, dependencies);
      return elsewhere ? elsewhere.then((response) => response ?? serve()) : serve();
    }
    return orUnavailable(request, dependencies, () => redirect(request, shortLink, dependencies));
  },
  async queue(batch, env) {
    if (batch.queue.endsWith("-visits")) {
      const { storeVisits } = await import("./features/visits/store-visits.ts");
      return storeVisits(batch.messages, { db: env.DB, log });
    }
    const { takeMessages } = await import("./background.ts");
    return takeMessages(batch.queue, batch.messages, env);
  },
  async scheduled(controller, env) {
    const { runJobs } = await import("./background.ts");
    await runJobs(env, new Date(controller.scheduledTime));
  },
} satisfies ExportedHandler<Env>;
