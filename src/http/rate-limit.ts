import { ServiceError } from "../domain/errors.ts";

/**
 * Throws 429 where `limiter` has had enough of `key`. A limiter that fails lets the request through: it guards
 * the service and must not take it down. `period` in seconds is the window set in wrangler.toml.
 */
export async function limitRate(limiter: RateLimit, key: string, period: number): Promise<void> {
  let success: boolean;
  try {
    ({ success } = await limiter.limit({ key }));
  } catch {
    return;
  }
  if (success) return;
  throw new ServiceError("rate_limited", "Too many requests. Slow down and try again.", {
    headers: { "Retry-After": String(period) },
  });
}

/** The address that rate limits of anonymous callers count by. Cloudflare sets the header; locally there is none. */
export const clientAddress = (request: Request): string => request.headers.get("CF-Connecting-IP") ?? "local";
