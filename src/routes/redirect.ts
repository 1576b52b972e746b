import { ServiceError } from "../domain/errors.ts";
import type { RedirectEntry } from "../domain/link.ts";
import type { Env } from "../env.ts";
import { correlationIdOf } from "../http/correlation-id.ts";
import { errorResponse } from "../http/errors.ts";
import { readRedirect, redirectKey } from "../storage/redirects.ts";

export async function redirect(request: Request, shortId: string, env: Env): Promise<Response> {
  const entry =
    (await env.LINKS.get<RedirectEntry>(redirectKey(shortId), "json")) ??
    (await readRedirect(env.DB, shortId));
  if (!entry) return errorResponse(new ServiceError("not_found", "no"), correlationIdOf(request));
  return new Response(null, { status: 302, headers: { Location: entry.destination } });
}
