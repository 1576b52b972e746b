import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";

/** The service as it is behind HTTPS, which the local runtime does not speak: each request's URL is an https one. */
export default {
  ...worker,
  fetch: (request, env, context) =>
    worker.fetch(
      new Request(request.url.replace(/^http:/, "https:"), request) as typeof request,
      env,
      context,
    ),
} satisfies ExportedHandler<Env>;
