import { app } from "./app.ts";
import type { Env } from "./env.ts";
import { redirect } from "./routes/redirect.ts";
import { deleteExpiredClaims } from "./storage/claims.ts";

export default {
  fetch(request, env, context) {
    const [, shortId] = /^\/([0-9A-Za-z]{8})\/?$/.exec(new URL(request.url).pathname) ?? [];
    return shortId ? redirect(request, shortId.toLowerCase(), env) : app.fetch(request, env, context);
  },
  async scheduled(controller, env) {
    await deleteExpiredClaims(env.DB, new Date(controller.scheduledTime), 10_000);
  },
} satisfies ExportedHandler<Env>;
