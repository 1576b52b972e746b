import type { Env } from "../../../src/env.ts";
import { createLink } from "../../../src/features/links/create-link.ts";
import { parseDefinition } from "../../../src/features/retailers/parse-definition.ts";
import { SCOPES } from "../../../src/ground/core/vocabulary.ts";
import { originsOf } from "../../../src/ground/platform/request-origins.ts";
import { createdResponse } from "../../../src/surfaces/api/create-link-operation.ts";
import { INCLUDE_NOTHING } from "../../../src/surfaces/api/include.ts";
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
