import * as z from "zod";
import { fetchJson, type JsonResponse } from "../../../ground/platform/fetch-json.ts";
import { failure } from "./batches.ts";

/** A token is renewed this long before it expires, in milliseconds, but not before nine tenths of its life. */
const MARGIN_MS = 60_000;
const MAX_BYTES = 64_000;

const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** A response, or the reason why there is no token. That failure has no status, because it says nothing about the request. */
type TokenResponse = JsonResponse | { ok: false; reason: `no token: ${string}`; status?: never };

interface AccessTokens {
  /** Sends the request that `build` returns for a token. If a cached token is rejected (401), retries with a new token. */
  send(
    build: (token: string) => Request,
    limits: { limitMs: number; maxBytes: number },
  ): Promise<TokenResponse>;
}

/**
 * Tokens by OAuth client credentials, cached in the isolate. Caches tokens rather than promises, because the runtime forbids
 * a request to wait for the I/O of another. `request` builds a token request; `now` returns the time in milliseconds.
 */
export function accessTokens(request: () => Request, now: () => number): AccessTokens {
  let kept: { token: string; until: number } | null = null;

  async function renew(limitMs: number): Promise<string | Extract<TokenResponse, { ok: false }>> {
    const response = await fetchJson(request(), { limitMs, maxBytes: MAX_BYTES });
    const parsed = response.ok && response.status === 200 ? tokenResponse.safeParse(response.body) : null;
    if (!parsed?.success) return { ok: false, reason: `no token: ${failure(response)}` };
    const life = parsed.data.expires_in * 1000;
    kept = { token: parsed.data.access_token, until: now() + life - Math.min(MARGIN_MS, life / 10) };
    return kept.token;
  }

  return {
    async send(build, limits) {
      const used = kept && kept.until > now() ? kept.token : null;
      const token = used ?? (await renew(limits.limitMs));
      if (typeof token !== "string") return token;
      const response = await fetchJson(build(token), limits);
      if (!used || !response.ok || response.status !== 401) return response;
      const fresh = await renew(limits.limitMs);
      return typeof fresh === "string" ? fetchJson(build(fresh), limits) : fresh;
    },
  };
}
