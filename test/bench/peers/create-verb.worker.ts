import { createdResponse } from "../../../src/api/create-link-operation.ts";
import { INCLUDE_NOTHING } from "../../../src/api/include.ts";
import { SCOPES } from "../../../src/core/vocabulary.ts";
import type { Env } from "../../../src/env.ts";
import { createLink } from "../../../src/links/create-link.ts";
import { parseDefinition } from "../../../src/retailers/parse-definition.ts";
import { originsOf } from "../../../src/settings/request-origins.ts";
import { openDependencies } from "../../../src/wiring.ts";

const ACTOR = {
  type: "api_key" as const,
  ...{ id: "key_1", organizationId: "acme", scopes: SCOPES, projects: "all" as const },
};

/** A create without the API around it: routes, key, limits, headers, the log line. */
export default {
  async fetch(request, env, context) {
    const dependencies = openDependencies(env, (work) => context.waitUntil(work));
    const origins = originsOf(env, new URL(request.url));
    const definition = parseDefinition(await request.json());
    const result = await createLink(ACTOR, { definition, idempotency: null }, { ...dependencies, origins });
    if (result.kind !== "made") return new Response(null, { status: 500 });
    const { status, data, location } = createdResponse(origins)(result.value, INCLUDE_NOTHING);
    return new Response(JSON.stringify({ data }), {
      status,
      headers: { "Content-Type": "application/json", Location: location ?? "" },
    });
  },
} satisfies ExportedHandler<Env>;
