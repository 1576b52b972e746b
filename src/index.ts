import { app } from "./app.ts";
import type { Env } from "./env.ts";
import { log } from "./platform/log.ts";
import { runJobs } from "./scheduled.ts";
import { originsOf } from "./settings/origins.ts";
import { parseShortLink } from "./short-links/address.ts";
import { orUnavailable } from "./short-links/or-unavailable.ts";
import { type RedirectDependencies, redirect } from "./short-links/redirect.ts";
import { countVisit } from "./visits/count-visit.ts";
import { storeVisits } from "./visits/store-visits.ts";

export default {
  fetch(request, env, context) {
    const shortLink = parseShortLink(request.url);
    if (!shortLink) return app.fetch(request, env, context);
    const waitUntil = (work: Promise<unknown>) => context.waitUntil(work);
    const dependencies: RedirectDependencies = {
      kv: env.LINKS,
      db: env.DB,
      unknownLimiter: env.UNKNOWN_LINK_RATE_LIMIT,
      origins: () => originsOf(env, request.url),
      countVisit(visit) {
        if (env.COUNT_VISITS !== "off") countVisit(visit, env.VISITS, waitUntil, log);
      },
      waitUntil,
      log,
    };
    return orUnavailable(request, log, () => redirect(request, shortLink, dependencies));
  },
  queue: (batch, env) => storeVisits(batch.messages, { db: env.DB, log }),
  scheduled: (controller, env) => runJobs(env, new Date(controller.scheduledTime)),
} satisfies ExportedHandler<Env>;
