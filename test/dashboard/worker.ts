import type { Env } from "../../src/env.ts";
import { ServiceError } from "../../src/ground/core/errors.ts";
import worker from "../../src/index.ts";
import { signIn } from "../../src/surfaces/dashboard/sign-in/identity.ts";
import { personOf } from "../../src/surfaces/dashboard/sign-in/sign-in.tsx";
import { openDependencies } from "../../src/wiring.ts";

/** The Worker itself, which says at /who who has signed in, and who that is in the organization that the query names. */
export default {
  ...worker,
  async fetch(request, env, context) {
    const url = new URL(request.url);
    if (url.pathname !== "/who") return worker.fetch(request, env, context);
    const dependencies = openDependencies(env, (work) => context.waitUntil(work));
    try {
      const found = await signIn(request, context, dependencies);
      const email = "email" in found ? found.email : null;
      const person =
        email === null
          ? null
          : await personOf(
              { email, organizationId: null },
              url.searchParams.get("organization"),
              dependencies,
            );
      return Response.json({ email, person });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return Response.json({ code: error.code });
    }
  },
} satisfies ExportedHandler<Env>;
