import { app } from "./app.ts";
import { parseShortLink } from "./short-links/address.ts";
import type { Env } from "./env.ts";
import { storeVisits } from "./visits/store-visits.ts";
import { redirect } from "./short-links/redirect.ts";
import { runJobs } from "./scheduled.ts";

export default {
  fetch(request, env, context) {
    const shortLink = parseShortLink(request.url);
    return shortLink ? redirect(request, shortLink, env, context) : app.fetch(request, env, context);
  },
  queue: (batch, env) => storeVisits(batch.messages, env),
  scheduled: (controller, env) => runJobs(env, new Date(controller.scheduledTime)),
} satisfies ExportedHandler<Env>;
