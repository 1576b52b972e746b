import type { Env } from "../../../src/env.ts";
import { isWellFormedApiKey } from "../../../src/features/access/api-key.ts";
import { writeLinks } from "../../../src/features/links/create-store.ts";
import { forbiddenUrls } from "../../../src/features/links/forbidden-urls.ts";
import { type CreatedLink, newLinkWrite } from "../../../src/features/links/new-link.ts";
import { redirectEntry } from "../../../src/features/links/redirect-entry.ts";
import { parseDefinition } from "../../../src/features/retailers/parse-definition.ts";
import { redirectKey } from "../../../src/features/short-links/address-key.ts";
import { linkCreationStatement } from "../../../src/features/writes/activity-statements.ts";
import { idempotencyRequest, onlyScope } from "../../../src/features/writes/claim.ts";
import { sha256Hex } from "../../../src/ground/core/digest.ts";
import { newId } from "../../../src/ground/core/ids.ts";
import { DEADLINES, within } from "../../../src/ground/platform/deadlines.ts";
import { log } from "../../../src/ground/platform/log.ts";
import { originsOf } from "../../../src/ground/platform/request-origins.ts";
import { settingsOf } from "../../../src/settings.ts";
import { createdResponse } from "../../../src/surfaces/api/create-link-operation.ts";
import { INCLUDE_ALL, INCLUDE_NOTHING } from "../../../src/surfaces/api/include.ts";
import { readJsonObject } from "../../../src/surfaces/api/json-body.ts";
import { writeHead } from "../../../src/surfaces/api/request-head.ts";

const HEADERS = ["X-Correlation-ID", "Idempotency-Key"];

/**
 * Peer (i): the necessary parts of a create in one function. It checks key, headers, body and URLs,
 * hashes, computes the link and its response, writes it to D1 and the copies to KV, and logs a line, all with the service's
 * functions. It has no routes, middleware, limits, permissions, link extensions and errors.
 */
export default {
  async fetch(request, env, context) {
    const key = request.headers.get("X-Service-API-Key") ?? "";
    if (!isWellFormedApiKey(key)) return new Response(null, { status: 401 });
    await sha256Hex(key);
    const sent = HEADERS.map((name) => [name.toLowerCase(), request.headers.get(name) ?? undefined]);
    const head = writeHead.shape.header.parse(Object.fromEntries(sent));
    const json = await readJsonObject(request);
    const definition = parseDefinition(json);
    const origins = originsOf(env, new URL(request.url));
    const refusal = forbiddenUrls(definition, origins, []);
    if (refusal) throw refusal;
    const claimed = await idempotencyRequest(
      "acme",
      "POST",
      "/v1/links",
      head["idempotency-key"] ?? "",
      json,
    );
    const now = new Date();
    const receipt = (made: CreatedLink): string =>
      JSON.stringify(createdResponse(origins)(made, INCLUDE_ALL));
    const made = newLinkWrite(
      { id: newId("lnk", now), definition, advice: new Map(), idempotency: { ...claimed, receipt } },
      { organizationId: "acme", domains: [], origins, affiliate: settingsOf(env).affiliate, now },
    );
    const { link, claim } = made;
    const creations = [{ id: newId("act", now), linkId: link.id }];
    const activity = linkCreationStatement(env.DB, { type: "api_key", id: "key_1" }, creations);
    const write = { writes: [made], request: onlyScope(claimed), rows: [activity] };
    const [outcome] = await writeLinks(env.DB, write);
    if (outcome?.kind !== "written") return new Response(null, { status: 503 });
    const { data, location } = createdResponse(origins)(made, INCLUDE_NOTHING);
    const copy = env.LINKS.put(redirectKey(link.shortId), JSON.stringify(redirectEntry(link)));
    context.waitUntil(within(DEADLINES.kvPut, copy));
    context.waitUntil(
      env.IDEMPOTENCY.put(claim?.scope ?? "", JSON.stringify(claim), { expirationTtl: 86_400 }),
    );
    log("info", "request", { correlationId: head["x-correlation-id"], keyId: "key_1", status: 201 });
    const headers = {
      ...{ "Content-Type": "application/json", Location: location ?? "" },
      ...{ "X-Correlation-ID": head["x-correlation-id"] ?? "", "Cache-Control": "no-store" },
      "X-Content-Type-Options": "nosniff",
    };
    return new Response(JSON.stringify({ data }), { status: 201, headers });
  },
} satisfies ExportedHandler<Env>;
