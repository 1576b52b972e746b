import { app } from "./app.ts";
import type { Env } from "./env.ts";
import { redirect } from "./routes/redirect.ts";
import { runJobs } from "./scheduled.ts";

export default {
  fetch(request, env, context) {
    const [, shortId] = /^\/([0-9A-Za-z]{8})\/?$/.exec(new URL(request.url).pathname) ?? [];
    return shortId ? redirect(request, shortId.toLowerCase(), env) : app.fetch(request, env, context);
  },
  scheduled: (controller, env) => runJobs(env, new Date(controller.scheduledTime)),
} satisfies ExportedHandler<Env>;
